// Mistake: asks for a kernel with 48 KiB of dynamic shared memory
// Verdict: wrong_answer
// Message: blocks_at_once returned
    // Solution 1:
    int device, multiprocessors, of_one;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, kernel, threads_per_block, 48 * 1024));
    return of_one * multiprocessors;
    // end of Solution 1
