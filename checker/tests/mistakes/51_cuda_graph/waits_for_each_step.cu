// Mistake: waits for each step
// Verdict: requirement
// Message: the host waited (cudaStreamSynchronize
// Only: virtual
    // Solution 2:
    Executable executable;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    for (int s = 0; s < steps; ++s) {
        check(cudaGraphLaunch(executable.handle, stream));
        check(cudaStreamSynchronize(stream));
    }
    // end of Solution 2
