// Mistake: launches a grid of 0 blocks
// Verdict: fault
// Message: cudaErrorInvalidValue
    // Solution 3
    // end of Solution 3
