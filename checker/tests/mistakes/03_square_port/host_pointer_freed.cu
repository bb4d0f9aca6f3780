// Mistake: frees the caller's array
// Verdict: fault
// Message: cudaFree
    // Solution 6
    cudaFree(device_output);
    cudaFree(output);
    // end of Solution 6
