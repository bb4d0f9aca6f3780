// Mistake: each second chain in the other stream
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int i = 0; i < visits; ++i) {
        const Graph graph(capture_step(chains[i], main, side));
        if (i == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
        }
        for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executable.handle, i % 2 ? side : main));
    }
    // end of Solution 3
