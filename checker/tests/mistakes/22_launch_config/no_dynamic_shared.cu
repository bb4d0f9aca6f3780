// Mistake: occupancy as if the blocks had no dynamic shared memory
// Verdict: wrong_answer
// Message: private_kernel on a100
// Only: virtual
    // Solution 1
    cudaFuncAttributes limits{};
    check(cudaFuncGetAttributes(&limits, kernel));
    if (block > limits.maxThreadsPerBlock) {
        return 0;
    }
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, 0));
    return blocks * block;
    // end of Solution 1
