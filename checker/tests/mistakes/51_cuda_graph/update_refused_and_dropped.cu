// Mistake: an error of the update is dropped
// Verdict: requirement
// Message: cudaGraphExecUpdate
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], steps, main, side));
        if (v == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            cudaGraphExecUpdate(executable.handle, graph.handle, &result);
        }
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
