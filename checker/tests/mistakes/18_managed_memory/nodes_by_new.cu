// Mistake: nodes in the memory of the host
// Verdict: fault
// Message: host
// Only: virtual
    // Solution 1
    return new Node{value, next};
    // end of Solution 1
