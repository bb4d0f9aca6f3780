// Mistake: updates after the launches of a visit
// Verdict: wrong_answer
// Message: chain 1 is as after 0 steps
    // Solution 3:
    Executable executable;
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], steps, main, side));
        if (v == 0) check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main));
        cudaGraphExecUpdateResultInfo result{};
        check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
    }
    // end of Solution 3
