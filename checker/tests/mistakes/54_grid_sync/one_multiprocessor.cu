// Mistake: what fits on one multiprocessor
// Verdict: wrong_answer
// Message: blocks_at_once returned
    // Solution 1:
    int device, multiprocessors, of_one;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, kernel, threads_per_block, 0));
    return of_one;
    // end of Solution 1
