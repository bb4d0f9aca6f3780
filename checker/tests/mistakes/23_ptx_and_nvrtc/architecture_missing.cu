// Mistake: no architecture: the compiler takes the oldest that it knows
// Verdict: wrong_answer
// Message: compiled for the GPU that is there
// Message: .target sm_75
// Only: virtual
    // Solution 1
    check(nvrtcAddNameExpression(program, expression.c_str()));
    const char* options[] = {definition.c_str()};
    if (nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS) {
        std::size_t size = 0; // the zero at the end included
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log};
    }
    // end of Solution 1
