// Mistake: the visits capture with one stream in place of two
// Verdict: requirement
// Message: at the same time
// Only: virtual
    // Solution 3:
    (void)side;
    Executable executable;
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], steps, main, main));
        if (v == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
        }
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
