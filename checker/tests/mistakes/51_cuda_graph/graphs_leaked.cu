// Mistake: the graphs of the captures are not destroyed
// Verdict: requirement
// Message: left behind a graph
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int i = 0; i < visits; ++i) {
        const cudaGraph_t graph = capture_step(chains[i], main, side);
        if (i == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph, &result));
        }
        for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
