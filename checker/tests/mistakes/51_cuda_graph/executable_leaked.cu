// Mistake: the executable graph is not destroyed
// Verdict: requirement
// Message: left behind an executable graph
// Only: virtual
    // Solution 2:
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable, stream));
    // end of Solution 2
