// Mistake: frees one pointer twice and the other never
// Verdict: fault
// Message: cudaFree
    // Solution 6
    cudaFree(device_output);
    cudaFree(device_output);
    // end of Solution 6
