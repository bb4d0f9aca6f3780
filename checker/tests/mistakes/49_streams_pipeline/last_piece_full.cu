// Mistake: the last piece is as long as the others
// Verdict: wrong_answer
// Message: expected are begin = 8, count = 2
    // Solution 1
    return {p * chunk, chunk};
    // end of Solution 1
