// Mistake: adds to whatever stands in the memory
// Verdict: fault
// Message: the results were added to what the array held before
// Message: was never written
// Only: virtual
    // Solution 4
    count_kernel<<<blocks, threads_per_block>>>(seed, n, hits);
    check(cudaGetLastError());
    // end of Solution 4
