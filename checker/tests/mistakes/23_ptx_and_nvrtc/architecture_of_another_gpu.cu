// Mistake: an architecture written down: the GPU may be older
// Verdict: wrong_answer
// Message: on the profile t4 the PTX has .target sm_90
// Only: virtual
    // Solution 1
    check(nvrtcAddNameExpression(program, expression.c_str()));
    const std::string architecture = "--gpu-architecture=compute_90";
    const char* options[] = {architecture.c_str(), definition.c_str()};
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) {
        std::size_t size = 0; // the zero at the end included
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log};
    }
    // end of Solution 1
