// Mistake: errors of launches are dropped
// Verdict: requirement
// Message: cudaGraphLaunch
// Only: virtual
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int i = 0; i < times; ++i) cudaGraphLaunch(executable.handle, stream);
    // end of Solution 2
