// Mistake: all queries see all keys
// Verdict: wrong_answer
// Message: the query does not see that key
// Message: what is causal?
    // Solution 3
    return j < keys ? scale * product : -INFINITY;
    // end of Solution 3
