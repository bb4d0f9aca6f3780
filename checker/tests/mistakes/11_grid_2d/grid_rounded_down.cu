// Mistake: blocks rounded down in both directions
// Verdict: fault
// Message: a grid of
    // Solution 2
    const dim3 grid(width / block_width,
                    height / block_height);
    // end of Solution 2
