// Mistake: launches 0 blocks for 0 elements, and throws away the error that CUDA makes of it
// Verdict: requirement
// Message: a launch of 0 blocks is refused
// Only: virtual
    // Solution 3:
    if (n == 0) {
        convert_kernel<<<0, threads_per_block>>>(input, output, n);
        cudaGetLastError();
        return;
    }
    // end of Solution 3
