// Mistake: a single thread does everything
// Verdict: requirement
// Message: is the work spread over
// Only: virtual
    // Solution 2
    if (n == 0) {
        return;
    }
    map_kernel<<<1, 1>>>(n, out, op, in...);
    check(cudaGetLastError());
    // end of Solution 2
