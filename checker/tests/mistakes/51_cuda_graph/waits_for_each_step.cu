// Mistake: waits for each step
// Verdict: requirement
// Message: the host waited (cudaStreamSynchronize
// Only: virtual
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int i = 0; i < times; ++i) {
        check(cudaGraphLaunch(executable.handle, stream));
        check(cudaStreamSynchronize(stream));
    }
    // end of Solution 2
