// Mistake: the multiprocessors of device 0, whichever is current
// Verdict: wrong_answer
// Message: an a100 that is current
// Only: virtual
    // Solution 1:
    int multiprocessors, of_one;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, kernel, threads_per_block, 0));
    return of_one * multiprocessors;
    // end of Solution 1
