// Mistake: no loop: what is beyond the grid has no thread
// Verdict: wrong_answer
// Message: every element from 3840 on was never written
    // Solution 1
    if (i < n) {
        out[i] = x[i] + y[i];
    }
    // end of Solution 1
