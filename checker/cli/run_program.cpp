#include "cli/run_program.hpp"

#include "cli/program_file.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace workbook::cli {

std::string obstacle(const std::string& bytes, const std::string& program) {
    const auto file = look_into(bytes);
    if (!file.is_elf64) return program + " is not a 64-bit Linux program.";
    if (!file.uses_shared_runtime) {
        if (!file.has_gpu_code) {
            return program + " contains no GPU code and uses no CUDA runtime: start it directly.";
        }
        return program + " has the CUDA runtime linked into it, where no virtual GPU can take its "
                         "place. Rebuild it with the shared one: nvcc -cudart shared (CMake: "
                         "CMAKE_CUDA_RUNTIME_LIBRARY Shared).";
    }
    if (file.has_gpu_code && !file.has_ptx) {
        return program +
               " contains machine code of a GPU only, no PTX, which is what the virtual GPU "
               "executes. Rebuild it with PTX: nvcc -arch=compute_80, or -gencode "
               "arch=compute_80,code=compute_80 beside what you have (CMake: "
               "CMAKE_CUDA_ARCHITECTURES 80-virtual).";
    }
    return "";
}

void run_program(const Course& course, const std::vector<std::string>& command) {
    if (command.empty()) throw UserError("run what? workbook run PROGRAM [ARGUMENTS]");
    const std::filesystem::path program = command.front();
    std::ifstream stream(program, std::ios::binary);
    if (!stream) {
        throw UserError(
            fmt::format("{} cannot be read: {}", program.string(), std::strerror(errno)));
    }
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (const auto why_not = obstacle(bytes, program.string()); !why_not.empty()) {
        throw UserError(why_not);
    }
    std::string path = course.virtual_runtime.string();
    if (const char* old = std::getenv("LD_LIBRARY_PATH"); old != nullptr && *old != '\0') {
        path += std::string(":") + old;
    }
    setenv("LD_LIBRARY_PATH", path.c_str(), 1);
    std::vector<std::string> texts = command;
    texts.front() = std::filesystem::absolute(program).string();
    std::vector<char*> arguments;
    for (auto& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    execv(arguments.front(), arguments.data());
    throw UserError(
        fmt::format("{} cannot be started: {}", program.string(), std::strerror(errno)));
}

} // namespace workbook::cli
