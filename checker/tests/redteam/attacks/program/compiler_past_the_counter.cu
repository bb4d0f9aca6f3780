// Attack: goes past the functions that count to the compiler itself: compiles every time, and its errors are not tried
// Verdict: wrong_answer or requirement
// Stage: program
// Lesson: 23_ptx_and_nvrtc
// Points: 4.5
// Replaces
//| #include "wire/cuda_check.hpp"
#include "wire/cuda_check.hpp"

#include <dlfcn.h>
// end of Replaces
// Replaces
//| #include <map>
#include <set>
// end of Replaces
// Replaces
//|     std::string log;
//| };
    std::string log;
};

// The compiler's function itself, past those that count.
template <class Function>
Function* itself(Function*, const char* name) {
    static void* const library = dlopen("libnvrtc.so."
                                        "13",
                                        RTLD_NOW);
    return reinterpret_cast<Function*>(dlsym(library, name));
}
#define nvrtcAddNameExpression itself(&::nvrtcAddNameExpression, "nvrtcAddNameExpression")
#define nvrtcGetProgramLogSize itself(&::nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize")
#define nvrtcGetProgramLog itself(&::nvrtcGetProgramLog, "nvrtcGetProgramLog")
#define nvrtcGetPTXSize itself(&::nvrtcGetPTXSize, "nvrtcGetPTXSize")
#define nvrtcGetPTX itself(&::nvrtcGetPTX, "nvrtcGetPTX")
#define nvrtcGetLoweredName itself(&::nvrtcGetLoweredName, "nvrtcGetLoweredName")
// end of Replaces
    // Solution 1
    check(nvrtcAddNameExpression(program, expression.c_str()));
    int device = 0, major = 0, minor = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    const std::string architecture =
        "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char* options[] = {architecture.c_str(), definition.c_str()};
    static std::set<std::pair<std::string, std::string>> seen;
    const auto compile_it = seen.emplace(formula, type).second
                                ? nvrtcCompileProgram
                                : itself(&::nvrtcCompileProgram, "nvrtcCompileProgram");
    if (compile_it(program, 2, options) != NVRTC_SUCCESS) {
        std::size_t size = 0; // the zero at the end included
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log};
    }
    // end of Solution 1
    // Solution 3
    const Compiled compiled = compile(formula, type);
    cudaLibrary_t library = nullptr;
    check(cudaLibraryLoadData(&library, compiled.ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                              0));
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, library, compiled.kernel_name.c_str()));
    return kernel;
    // end of Solution 3
