// Mistake: the executable graph is not destroyed
// Verdict: requirement
// Message: left behind an executable graph
// Only: virtual
    // Solution 2:
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph, 0));
    for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executable, stream));
    // end of Solution 2
