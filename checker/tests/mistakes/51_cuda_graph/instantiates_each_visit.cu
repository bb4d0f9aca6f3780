// Mistake: instantiates anew for each chain
// Verdict: requirement
// Message: a graph was instantiated twice; once is asked for
// Only: virtual
    // Solution 3:
    for (int v = 0; v < visits; ++v) {
        const Graph graph(capture_steps(chains[v], steps, main, side));
        replay(graph.handle, times, main);
    }
    // end of Solution 3
