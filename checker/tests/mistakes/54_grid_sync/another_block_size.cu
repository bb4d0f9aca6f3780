// Mistake: asks for blocks of 1024 threads
// Verdict: wrong_answer
// Message: blocks_at_once returned
    // Solution 1:
    int device, multiprocessors, of_one;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, kernel, 1024, 0));
    return of_one * multiprocessors;
    // end of Solution 1
