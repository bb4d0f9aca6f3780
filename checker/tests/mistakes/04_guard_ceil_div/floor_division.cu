// Mistake: rounds down: the tail has no thread
// Verdict: fault
// Message: blocks_for() returned 0; expected 1
    // Solution 1
    return static_cast<unsigned>(n / threads_per_block);
    // end of Solution 1
