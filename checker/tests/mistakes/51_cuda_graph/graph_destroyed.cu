// Mistake: replay destroys the graph, which is the caller's
// Verdict: fault
// Message: a graph that does not exist
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, stream));
    check(cudaGraphDestroy(graph));
    // end of Solution 2
