// Mistake: writes output[n - 1 - i] directly: right values, but no tile in shared memory
// Verdict: requirement
// Message: shared memory
// Only: virtual
    // Solution 2
    if (t < length) output[n - 1 - (start + t)] = input[start + t];
    // end of Solution 2
