// Mistake: after an odd number of steps the result stays in the other buffer
// Verdict: wrong_answer
// Message: it stands in `other`
    // Solution 3
    // end of Solution 3
