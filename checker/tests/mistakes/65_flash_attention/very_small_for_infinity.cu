// Mistake: a large negative number for minus infinity
// Verdict: wrong_answer
// Message: minus infinity
    // Solution 3
    return j < keys_seen(i, queries, keys, causal) ? scale * product : -1e4f;
    // end of Solution 3
