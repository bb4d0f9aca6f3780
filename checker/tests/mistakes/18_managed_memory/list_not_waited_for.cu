// Mistake: the host goes on while the kernel walks
// Verdict: wrong_answer
// Message: a list of
// Only: virtual
    // Solution 3
    totals_kernel<<<1, 1>>>(first);
    check(cudaGetLastError());
    // end of Solution 3
