// Mistake: the last error before the launch was looked at
// Verdict: fault
// Message: launch_error() returned cudaSuccess
    // Solution 2
    cudaGetLastError();
    return cudaDeviceSynchronize();
    // end of Solution 2
