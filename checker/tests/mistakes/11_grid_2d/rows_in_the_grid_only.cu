// Mistake: one block wide: the rest of each row has no thread
// Verdict: wrong_answer
// Message: still have the values
    // Solution 2
    const dim3 grid(1,
                    (height + block_height - 1) / block_height);
    // end of Solution 2
