// Mistake: as if the other block lay behind the own one
// Verdict: fault
// Message: this would be own[32]
// Only: virtual
    // Solution 3:
    return own + bin;
    // end of Solution 3
