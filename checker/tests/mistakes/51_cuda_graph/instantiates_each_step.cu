// Mistake: instantiates in the loop
// Verdict: requirement
// Message: a graph was instantiated twice; once is asked for
// Only: virtual
    // Solution 2:
    for (int i = 0; i < times; ++i) {
        Executable executable;
        check(cudaGraphInstantiate(&executable.handle, graph, 0));
        check(cudaGraphLaunch(executable.handle, stream));
    }
    // end of Solution 2
