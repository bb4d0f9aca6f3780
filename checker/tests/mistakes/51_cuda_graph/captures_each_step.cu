// Mistake: captures and updates for each step
// Verdict: requirement
// Message: each part is captured once for each visit
// Only: virtual
    // Solution 3:
    Executable executable;
    for (int i = 0; i < visits * times; ++i) {
        const Graph graph(capture_steps(chains[i / times], steps, main, side));
        if (i == 0) {
            check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        } else {
            cudaGraphExecUpdateResultInfo result{};
            check(cudaGraphExecUpdate(executable.handle, graph.handle, &result));
        }
        check(cudaGraphLaunch(executable.handle, main));
    }
    // end of Solution 3
