// Mistake: launches into a stream of its own
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    Executable executable;
    cudaStream_t own = nullptr;
    check(cudaGraphInstantiate(&executable.handle, graph, 0));
    check(cudaStreamCreate(&own));
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < times && error == cudaSuccess; ++i)
        error = cudaGraphLaunch(executable.handle, own);
    cudaStreamDestroy(own);
    check(error);
    (void)stream;
    // end of Solution 2
