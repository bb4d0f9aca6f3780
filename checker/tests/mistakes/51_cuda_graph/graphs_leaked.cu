// Mistake: the graphs of the captures are not destroyed
// Verdict: requirement
// Message: left behind a graph
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int v = 0; v < visits; ++v) {
        const cudaGraph_t graph = capture_steps(chains[v], steps, main, side);
        if (v == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph, &result));
        }
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
