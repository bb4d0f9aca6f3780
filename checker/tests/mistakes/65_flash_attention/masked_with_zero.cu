// Mistake: what is not seen gets the score 0
// Verdict: wrong_answer
// Message: expected is minus infinity
    // Solution 3
    return j < keys_seen(i, queries, keys, causal) ? scale * product : 0.0f;
    // end of Solution 3
