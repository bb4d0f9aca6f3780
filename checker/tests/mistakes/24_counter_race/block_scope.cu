// Mistake: atomic among the threads of a block only
// Verdict: fault
// Only: virtual
// Message: Race reported
    // Solution 1
    atomicAdd_block(counter, 1u);
    // end of Solution 1
