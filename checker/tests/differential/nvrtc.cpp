#include "nvrtc.hpp"

#include <dlfcn.h>
#include <nvrtc.h>

#include <vector>

namespace differential {
namespace {

// NVRTC's functions, by their declarations in nvrtc.h.
struct Nvrtc {
    decltype(&nvrtcCreateProgram) create = nullptr;
    decltype(&nvrtcCompileProgram) compile = nullptr;
    decltype(&nvrtcGetPTXSize) ptx_size = nullptr;
    decltype(&nvrtcGetPTX) ptx = nullptr;
    decltype(&nvrtcGetProgramLogSize) log_size = nullptr;
    decltype(&nvrtcGetProgramLog) log = nullptr;
    decltype(&nvrtcDestroyProgram) destroy = nullptr;
    bool complete = false;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

Nvrtc load() {
    Nvrtc nvrtc;
    void* library = nullptr;
    for (const char* name : {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                             WORKBOOK_CUDA_LIBRARIES "/libnvrtc.so"})
        if (library == nullptr) library = dlopen(name, RTLD_NOW);
    if (library == nullptr) return nvrtc;
    nvrtc.complete = find(library, "nvrtcCreateProgram", nvrtc.create) &&
                     find(library, "nvrtcCompileProgram", nvrtc.compile) &&
                     find(library, "nvrtcGetPTXSize", nvrtc.ptx_size) &&
                     find(library, "nvrtcGetPTX", nvrtc.ptx) &&
                     find(library, "nvrtcGetProgramLogSize", nvrtc.log_size) &&
                     find(library, "nvrtcGetProgramLog", nvrtc.log) &&
                     find(library, "nvrtcDestroyProgram", nvrtc.destroy);
    return nvrtc;
}

const Nvrtc& nvrtc() {
    static const Nvrtc loaded = load();
    return loaded;
}

} // namespace

bool has_nvrtc() { return nvrtc().complete; }

std::string compile_with_nvrtc(const std::string& source, const Compilation& how,
                               std::string& error) {
    const Nvrtc& api = nvrtc();
    if (!api.complete) {
        error = "NVRTC was not found: CUDA C++ programs need libnvrtc.so of the CUDA Toolkit";
        return "";
    }
    nvrtcProgram program = nullptr;
    if (api.create(&program, source.c_str(), "program.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS) {
        error = "nvrtcCreateProgram failed";
        return "";
    }
    const std::string target = "-arch=" + how.architecture;
    // No contraction: it depends on the optimisation, and programs are compared between levels of
    // it.
    std::vector<const char*> options = {target.c_str(), "-fmad=false", "-std=c++20",
                                        "-I" WORKBOOK_CUDA_INCLUDE_DIR};
    if (how.debug) options.push_back("-G");
    const nvrtcResult result =
        api.compile(program, static_cast<int>(options.size()), options.data());
    std::size_t bytes = 0;
    std::string text;
    if (result == NVRTC_SUCCESS && api.ptx_size(program, &bytes) == NVRTC_SUCCESS) {
        text.resize(bytes);
        api.ptx(program, text.data());
    } else if (api.log_size(program, &bytes) == NVRTC_SUCCESS) {
        error.resize(bytes);
        api.log(program, error.data());
        error = "NVRTC: " + error.substr(0, 1500);
    }
    api.destroy(&program);
    return text;
}

} // namespace differential
