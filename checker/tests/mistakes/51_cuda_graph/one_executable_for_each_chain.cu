// Mistake: keeps an executable graph for each visit
// Verdict: requirement
// Message: a graph was instantiated twice; once is asked for
// Only: virtual
    // Solution 3:
    Executable* executables = new Executable[visits];
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], steps, main, side));
        check(cudaGraphInstantiate(&executables[v].handle, graph.handle, 0));
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executables[v].handle, main));
    }
    delete[] executables;
    // end of Solution 3
