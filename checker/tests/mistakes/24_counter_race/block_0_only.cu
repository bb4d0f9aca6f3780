// Mistake: only the first block counts
// Verdict: wrong_answer
// Message: expected
    // Solution 1
    if (blockIdx.x == 0) {
        atomicAdd(counter, 1u);
    }
    // end of Solution 1
