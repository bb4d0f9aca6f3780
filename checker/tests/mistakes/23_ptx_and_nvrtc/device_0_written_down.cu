// Mistake: compiles for device 0, whichever is current
// Verdict: fault
// Message: on a computer with two GPUs, where the second one is current
    // Solution 1:
    check(nvrtcAddNameExpression(program, expression.c_str()));
    int major = 0, minor = 0;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    const std::string architecture =
        "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char* options[] = {architecture.c_str(), definition.c_str()};
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) {
        std::size_t size = 0;
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log};
    }
    // end of Solution 1
