// Mistake: updates after the launches of a visit
// Verdict: wrong_answer
// Message: chain 1 is as after 0 steps
    // Solution 3:
    Executable executable;
    for (int i = 0; i < visits; ++i) {
        const Graph graph(capture_step(chains[i], main, side));
        if (i == 0) check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executable.handle, main));
        cudaGraphExecUpdateResultInfo result{};
        check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
    }
    // end of Solution 3
