// Mistake: zeros everywhere
// Verdict: wrong_answer
// Message: no product is added
    // Solution 4
    // end of Solution 4
