// Mistake: a launch without the attribute
// Verdict: fault
// Message: is alone in its cluster
// Only: virtual
    // Solution 1:
    const int blocks = (at_least + of_cluster - 1) / of_cluster * of_cluster;
    kernel<<<blocks, threads_per_block, shared_bytes>>>(x, n, out, count);
    check(cudaGetLastError());
    // end of Solution 1
