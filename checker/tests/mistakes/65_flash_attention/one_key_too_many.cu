// Mistake: the mask is off by one
// Verdict: wrong_answer
// Message: the query does not see that key
// Message: each query sees one key too many
    // Solution 3
    return j <= keys_seen(i, queries, keys, causal) && j < keys ? scale * product : -INFINITY;
    // end of Solution 3
