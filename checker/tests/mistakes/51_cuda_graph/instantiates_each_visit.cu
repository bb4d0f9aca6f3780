// Mistake: instantiates anew for each chain
// Verdict: requirement
// Message: a graph was instantiated twice; once is asked for
// Only: virtual
    // Solution 3:
    for (int i = 0; i < visits; ++i) {
        const Graph graph(capture_step(chains[i], main, side));
        replay(graph.handle, steps, main);
    }
    // end of Solution 3
