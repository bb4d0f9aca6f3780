// Mistake: asks only how many blocks fit, not how many threads the kernel allows
// Verdict: wrong_answer
// Message: bounded_kernel on a100: blocks of 224 threads; a launch with them is refused
// Only: virtual
    // Solution 1
    cudaFuncAttributes limits{};
    check(cudaFuncGetAttributes(&limits, kernel));
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                        block * shared_per_thread));
    return blocks * block;
    // end of Solution 1
