#include "cli/run_program.hpp"

#include "cli/error_watch.hpp"
#include "cli/program_file.hpp"
#include "wire/settings.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;
using Kind = ProgramFile::Kind;
using StaticRuntime = ProgramFile::StaticRuntime;

// Libraries whose kernels are machine code of a GPU; the end is the version.
constexpr std::array<std::string_view, 11> machine_code_libraries = {
    "libcublas.so", "libcublasLt.so", "libcufft.so",    "libcufftw.so",
    "libcurand.so", "libcusolver.so", "libcusparse.so", "libcudnn.so",
    "libnccl.so",   "libnpp",         "libnvjpeg.so"};

std::string processor_of(unsigned machine) {
    switch (machine) {
    case EM_X86_64:
        return "x86-64";
    case EM_AARCH64:
        return "AArch64";
    case EM_386:
        return "x86";
    case EM_PPC64:
        return "PowerPC";
    case EM_RISCV:
        return "RISC-V";
    default:
        return fmt::format("another kind of processor (ELF machine {})", machine);
    }
}

// What is no program of this machine.
std::string unsuited(const ProgramFile& file, const std::string& program) {
    switch (file.kind) {
    case Kind::program:
        return "";
    case Kind::elf_32:
        return program + " is a 32-bit program; CUDA has only 64-bit ones.";
    case Kind::foreign:
        return fmt::format("{} is built for {}, which this machine is not. Build it here.", program,
                           processor_of(file.machine));
    case Kind::object:
        return program + " is an object file: link it first (nvcc -cudart shared).";
    case Kind::library:
        return program + " is a shared library: run the program that uses it.";
    case Kind::core:
        return program + " is what a crash left behind (a core file), not a program.";
    case Kind::other:
        break;
    }
    if (file.is_script) {
        return program +
               " is a script. Let the script say `workbook run` before the program that it "
               "starts, or name its interpreter: workbook run /bin/sh " +
               program;
    }
    if (program.ends_with(".cu") || program.ends_with(".cpp")) {
        return program +
               " is source code. Compile it first: nvcc -cudart shared -arch=compute_80 " + program;
    }
    return program + " is not a 64-bit Linux program.";
}

// libcublas.so.13, libcublasLt.so.13, libcufft.so.12 and libcurand.so.10, where the virtual GPU's
// own were built (vgpu/cublas, cublaslt, cufft, curand).
bool is_library_of_ours(const std::string& library, const fs::path& virtual_runtime) {
    std::error_code error;
    return (library.starts_with("libcublas.so.") || library.starts_with("libcublasLt.so.") ||
            library.starts_with("libcufft.so.") || library.starts_with("libcurand.so.")) &&
           fs::exists(virtual_runtime / library, error);
}

std::string unsuited_library(const ProgramFile& file, const std::string& program,
                             const fs::path& virtual_runtime) {
    for (const auto& library : file.libraries) {
        if (is_library_of_ours(library, virtual_runtime)) continue;
        for (const auto machine_code : machine_code_libraries) {
            if (!library.starts_with(machine_code)) continue;
            return fmt::format(
                "{} uses {}, whose kernels are machine code of a GPU. The virtual GPU "
                "executes PTX, which that library does not have.",
                program, library);
        }
    }
    return "";
}

// "libcudart.so.13" and "libcudart.so.12" are what we have.
std::string unsuited_runtime(const std::string& runtime, const std::string& program) {
    constexpr std::string_view stem = "libcudart.so.";
    const auto version = runtime.starts_with(stem) ? runtime.substr(stem.size()) : std::string();
    if (version == "12" || version == "13") return "";
    return fmt::format("{} was built with an older CUDA: it asks for {}, and the virtual GPU is a "
                       "libcudart.so.12 and a libcudart.so.13. Rebuild it with CUDA 12 or newer.",
                       program, runtime);
}

// A runtime that is linked into the program is replaced from within (vgpu/static_runtime).
bool can_replace_static_runtime(const ProgramFile& file) {
    return vgpu::static_runtime::is_available && file.kind == Kind::program && !file.is_static &&
           file.static_runtime != StaticRuntime::none;
}

std::string unsuited_static_runtime(const ProgramFile& file, const std::string& program) {
    constexpr auto how =
        "Rebuild it with the shared one: nvcc -cudart shared (CMake: CMAKE_CUDA_RUNTIME_LIBRARY "
        "Shared).";
    if (!can_replace_static_runtime(file)) {
        // nvcc puts an empty fat binary into each program that it links, also into one that has
        // no runtime because it uses the driver API alone.
        const bool has_only_driver =
            file.uses("libcuda.so") && !file.has_ptx && !file.has_machine_code;
        if (!file.has_fat_binaries || has_only_driver) return "";
        const bool is_stripped = vgpu::static_runtime::is_available && !file.is_static;
        return fmt::format("{} has the CUDA runtime linked into it, where no virtual GPU can take "
                           "its place{}. {}",
                           program,
                           is_stripped ? ", because the program's symbols were stripped (strip, "
                                         "-s, CMake's install/strip)"
                                       : "",
                           how);
    }
    if (file.static_runtime == StaticRuntime::too_old) {
        return program + " was built with an older CUDA, whose runtime is linked into it. Rebuild "
                         "it with CUDA 12 or newer.";
    }
    return "";
}

std::string read_program(const fs::path& program) {
    std::error_code error;
    const auto status = fs::status(program, error);
    if (!fs::exists(status)) {
        throw UserError(fmt::format("there is no file {}", program.string()));
    }
    if (fs::is_directory(status)) {
        throw UserError(fmt::format("{} is a folder: name the program in it", program.string()));
    }
    if (!fs::is_regular_file(status)) {
        throw UserError(fmt::format("{} is not a file", program.string()));
    }
    std::ifstream stream(program, std::ios::binary);
    if (!stream) {
        throw UserError(
            fmt::format("{} cannot be read: {}", program.string(), std::strerror(errno)));
    }
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::map<std::string, std::string> own_environment() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals == std::string_view::npos) continue;
        variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

} // namespace

std::string obstacle(const std::string& bytes, const std::string& program,
                     const fs::path& virtual_runtime) {
    const auto file = look_into(bytes);
    if (auto why = unsuited(file, program); !why.empty()) return why;
    if (auto why = unsuited_library(file, program, virtual_runtime); !why.empty()) return why;
    const auto runtime = file.shared_runtime();
    if (auto why = runtime.empty() ? unsuited_static_runtime(file, program)
                                   : unsuited_runtime(runtime, program);
        !why.empty()) {
        return why;
    }
    // Without either, its kernels are somewhere else, in a library of its own for one.
    if (file.has_machine_code && !file.has_ptx) {
        return program +
               " contains machine code of a GPU only, no PTX, which is what the virtual GPU "
               "executes. Rebuild it with PTX: nvcc -arch=compute_80, or -gencode "
               "arch=compute_80,code=compute_80 beside what you have (CMake: "
               "CMAKE_CUDA_ARCHITECTURES 80-virtual).";
    }
    if (file.is_static && runtime.empty()) {
        return program + " contains no GPU code and loads no libraries: start it directly.";
    }
    return ""; // its GPU code may lie in a library that it loads
}

std::map<std::string, std::string>
environment_for(const RunOptions& options, const std::string& bytes,
                const fs::path& virtual_runtime,
                const std::map<std::string, std::string>& inherited) {
    auto environment = inherited;
    if (options.gpu) return environment;
    const auto file = look_into(bytes);
    const auto put_first = [&](const std::string& name, const std::string& value) {
        const auto old = inherited.find(name);
        environment[name] =
            old == inherited.end() || old->second.empty() ? value : value + ":" + old->second;
    };
    // The driver's library lies apart: what a checker starts must not find it.
    const fs::path driver = virtual_runtime / "driver";
    put_first("LD_LIBRARY_PATH", driver.string() + ":" + virtual_runtime.string());
    const auto runtime = file.shared_runtime();
    if (can_replace_static_runtime(file)) {
        put_first("LD_PRELOAD",
                  (virtual_runtime / vgpu::static_runtime::preloaded_library).string());
    } else if (file.has_run_path && !runtime.empty()) {
        // A path that was built into the program would be searched before.
        put_first("LD_PRELOAD", (virtual_runtime / runtime).string());
    }
    // One after the other, before what is there by now.
    const auto preload = [&](const fs::path& library) {
        std::string& libraries = environment["LD_PRELOAD"];
        libraries = libraries.empty() ? library.string() : library.string() + ":" + libraries;
    };
    if (file.has_run_path && file.uses("libcuda.so")) preload(driver / "libcuda.so.1");
    for (const auto& library : file.libraries)
        if (file.has_run_path && is_library_of_ours(library, virtual_runtime))
            preload(virtual_runtime / library);
    // It is linked with no runtime, since its name is the same for all versions of CUDA.
    if (runtime.empty() && file.uses("libcurand.so")) preload(virtual_runtime / "libcudart.so.13");
    if (file.uses("libnvrtc.so")) preload(driver / "libworkbook_nvrtc.so");
    const auto set = [&](const char* name, const std::string& value) {
        if (!value.empty()) environment[name] = value;
    };
    set(wire::setting::profile, options.profile);
    set(wire::setting::checks, options.checks);
    set(wire::setting::schedule_seed, options.seed);
    set(wire::setting::devices, options.devices);
    set(wire::setting::memory, options.memory);
    set(wire::setting::frames, options.all_frames ? "all" : "");
    set(wire::setting::only, fmt::format("{}", fmt::join(options.only, "\n")));
    if (!options.suppressions.empty()) {
        set(wire::setting::suppressions, fs::absolute(options.suppressions).string());
    }
    return environment;
}

int run_program(const Course& course, const RunOptions& options,
                const std::vector<std::string>& command) {
    if (command.empty()) throw UserError("run what? workbook run PROGRAM [ARGUMENTS]");
    const fs::path program = command.front();
    const std::string bytes = read_program(program);
    if (!options.gpu) {
        if (const auto why_not = obstacle(bytes, program.string(), course.virtual_runtime);
            !why_not.empty()) {
            throw UserError(why_not);
        }
    }
    std::vector<std::string> texts = command;
    texts.front() = fs::absolute(program).string();
    if (access(texts.front().c_str(), X_OK) != 0) {
        throw UserError(
            fmt::format("{0} is not marked as a program: chmod +x {0}", program.string()));
    }
    std::vector<char*> arguments;
    for (auto& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    std::vector<std::string> variables;
    for (const auto& [name, value] :
         environment_for(options, bytes, course.virtual_runtime, own_environment())) {
        variables.push_back(name + "=" + value);
    }
    std::optional<ErrorWatch> watch;
    if (options.error_exit_code != 0) {
        if (options.gpu) {
            throw UserError(
                "--error-exitcode is for the virtual GPU: on a GPU nothing is reported");
        }
        watch.emplace();
        variables.push_back(watch->variable());
    }
    std::vector<char*> environment;
    for (auto& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    if (watch) return watch->run(arguments.data(), environment.data(), options.error_exit_code);
    execve(arguments.front(), arguments.data(), environment.data());
    throw UserError(
        fmt::format("{} cannot be started: {}", program.string(), std::strerror(errno)));
}

} // namespace workbook::cli
