// Mistake: leaves both arrays allocated
// Verdict: requirement
// Message: 2 of 2 allocations were never freed, 17600000 bytes in all; the first is cudaMalloc of 8800000 bytes
    // Solution 6
    // end of Solution 6
