// Mistake: nothing uses the template, so there is no kernel
// Verdict: crashed
// Message: NVRTC_ERROR
    // Solution 1
    int device = 0, major = 0, minor = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    const std::string architecture =
        "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char* options[] = {architecture.c_str(), definition.c_str()};
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) {
        std::size_t size = 0; // the zero at the end included
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log};
    }
    // end of Solution 1
