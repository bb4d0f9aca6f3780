// Mistake: steps and times exchanged
// Verdict: requirement
// Message: a graph was launched once; twice is asked for
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], times, main, side));
        if (v == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
        }
        for (int i = 0; i < steps; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
