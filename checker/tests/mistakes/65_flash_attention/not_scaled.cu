// Mistake: the scale is forgotten
// Verdict: wrong_answer
// Message: The product is not scaled by 1 / 8
// Message: the scores are not scaled by 1 / 8
    // Solution 3
    return j < keys_seen(i, queries, keys, causal) ? product : -INFINITY;
    // end of Solution 3
