// Mistake: each second chain in the other stream
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], steps, main, side));
        if (v == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
        }
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, v % 2 ? side : main));
    }
    // end of Solution 3
