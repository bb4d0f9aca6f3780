// Mistake: errors of launches are dropped
// Verdict: requirement
// Message: cudaGraphLaunch
// Only: virtual
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int s = 0; s < steps; ++s) cudaGraphLaunch(executable.handle, stream);
    // end of Solution 2
