// Mistake: nothing is done of a capture that breaks off
// Verdict: wrong_answer
// Message: `main` is still being captured when
    // Solution 4:
    (void)stream;
    // end of Solution 4
