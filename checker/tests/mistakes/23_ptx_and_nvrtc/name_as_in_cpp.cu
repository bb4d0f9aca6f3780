// Mistake: looks for the C++ name; in the PTX it is another one
// Verdict: fault
// Message: cudaErrorSymbolNotFound
    // Solution 2
    std::size_t size = 0;
    check(nvrtcGetPTXSize(program, &size));
    compiled.ptx.resize(size);
    check(nvrtcGetPTX(program, compiled.ptx.data()));
    compiled.kernel_name = expression;
    // end of Solution 2
