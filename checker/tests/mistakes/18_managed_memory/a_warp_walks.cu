// Mistake: 32 threads go along the list together
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 3
    totals_kernel<<<1, 32>>>(first);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 3
