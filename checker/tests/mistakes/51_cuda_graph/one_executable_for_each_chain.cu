// Mistake: keeps an executable graph for each visit
// Verdict: requirement
// Message: a graph was instantiated twice; once is asked for
// Only: virtual
    // Solution 3:
    Executable* executables = new Executable[visits];
    for (int i = 0; i < visits; ++i) {
        const Graph graph(capture_step(chains[i], main, side));
        check(cudaGraphInstantiate(&executables[i].handle, graph.handle, 0));
        for (int s = 0; s < steps; ++s) check(cudaGraphLaunch(executables[i].handle, main));
    }
    delete[] executables;
    // end of Solution 3
