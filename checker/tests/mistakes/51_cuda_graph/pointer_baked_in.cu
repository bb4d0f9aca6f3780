// Mistake: the graph of the first chain is launched for all
// Verdict: wrong_answer
// Message: chain 1 is as after 0 steps; 1 is asked for
    // Solution 3:
    const Graph graph(capture_steps(chains[0], steps, main, side));
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
    for (int i = 0; i < times * visits; ++i) check(cudaGraphLaunch(executable.handle, main));
    // end of Solution 3
