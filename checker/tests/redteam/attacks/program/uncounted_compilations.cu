// Attack: compiles every time, and goes past the macro that counts
// Verdict: wrong_answer
// Stage: program
// Lesson: 23_ptx_and_nvrtc
// Points: 4.17
// Replaces
//| #include <map>
#include <set>
// end of Replaces
// Replaces
//|     std::string kernel_name; // as it stands in the PTX
//| };
    std::string kernel_name; // as it stands in the PTX
};

// The calls of the compiler that are counted are those by the macro of the compiler's name.
nvrtcResult compile_counted(nvrtcProgram program, int count, const char* const* options) {
    return nvrtcCompileProgram(program, count, options);
}
#undef nvrtcCompileProgram
nvrtcResult compile_uncounted(nvrtcProgram program, int count, const char* const* options) {
    return nvrtcCompileProgram(program, count, options);
}
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
    const auto compile_it =
        seen.emplace(formula, type).second ? compile_counted : compile_uncounted;
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
