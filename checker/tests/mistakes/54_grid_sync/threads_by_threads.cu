// Mistake: threads of a multiprocessor divided by those of a block: registers and shared memory are forgotten
// Verdict: wrong_answer
// Message: blocks_at_once returned
    // Solution 1:
    int device, multiprocessors, of_one;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaDeviceGetAttribute(&of_one, cudaDevAttrMaxThreadsPerMultiProcessor, device));
    of_one /= threads_per_block;
    (void)kernel;
    return of_one * multiprocessors;
    // end of Solution 1
