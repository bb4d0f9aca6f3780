// Mistake: the scale is applied twice
// Verdict: wrong_answer
// Message: the scores are scaled twice
    // Solution 3
    return j < keys_seen(i, queries, keys, causal) ? scale * scale * product : -INFINITY;
    // end of Solution 3
