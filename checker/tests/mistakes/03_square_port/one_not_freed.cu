// Mistake: leaves one array allocated
// Verdict: requirement
// Message: cudaMalloc of 8800000 bytes in one_not_freed.cu:
    // Solution 6
    cudaFree(device_output);
    // end of Solution 6
