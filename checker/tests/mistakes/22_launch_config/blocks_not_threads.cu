// Mistake: resident blocks are returned as if they were threads
// Verdict: wrong_answer
// Message: threads_of() returned
    // Solution 1
    cudaFuncAttributes limits{};
    check(cudaFuncGetAttributes(&limits, kernel));
    if (block > limits.maxThreadsPerBlock) {
        return 0;
    }
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                        block * shared_per_thread));
    return blocks;
    // end of Solution 1
