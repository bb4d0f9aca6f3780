// Mistake: one 1 a block
// Verdict: wrong_answer
// Message: expected
    // Solution 1
    if (threadIdx.x == 0) {
        atomicAdd(counter, 1u);
    }
    // end of Solution 1
