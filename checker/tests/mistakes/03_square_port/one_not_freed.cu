// Mistake: leaves one array allocated
// Verdict: requirement
// Message: cudaMalloc of 8800000 bytes was never freed
    // Solution 6
    cudaFree(device_output);
    // end of Solution 6
