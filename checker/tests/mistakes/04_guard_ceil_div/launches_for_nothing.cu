// Mistake: one block for an empty array, that nothing may be launched for
// Verdict: requirement
// Message: n = 0
// Message: 0 are asked for
    // Solution 3
    if (n == 0) {
        convert_kernel<<<1, threads_per_block>>>(input, output, n);
        return;
    }
    // end of Solution 3
