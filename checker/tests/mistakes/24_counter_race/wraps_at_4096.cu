// Mistake: atomicInc starts from 0 again beyond its second argument
// Verdict: wrong_answer
// Message: expected
    // Solution 1
    atomicInc(counter, 4096u);
    // end of Solution 1
