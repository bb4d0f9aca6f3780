// Mistake: the side with the smaller maximum is dropped
// Verdict: wrong_answer
// Message: One side is not in it
    // Solution 3
    return a.maximum < b.maximum ? b : a;
    // end of Solution 3
