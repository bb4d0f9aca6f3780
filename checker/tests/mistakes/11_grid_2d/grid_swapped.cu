// Mistake: the grid turned by 90 degrees
// Verdict: wrong_answer
// Message: still
    // Solution 2
    const dim3 grid((height + block_height - 1) / block_height,
                    (width + block_width - 1) / block_width);
    // end of Solution 2
