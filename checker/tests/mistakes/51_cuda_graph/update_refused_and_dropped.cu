// Mistake: an error of the update is dropped
// Verdict: requirement
// Message: cudaGraphExecUpdate
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int i = 0; i < visits; ++i) {
        const Graph graph(capture_step(chains[i], main, side));
        if (i == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            cudaGraphExecUpdate(executable.handle, graph.handle, &result);
        }
        for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
