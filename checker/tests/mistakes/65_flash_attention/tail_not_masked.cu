// Mistake: behind the last key all is counted
// Verdict: wrong_answer
// Message: there is no such key
// Message: behind the last key its copies are counted, too
    // Solution 3
    if (!causal) return scale * product;
    return j < keys_seen(i, queries, keys, causal) ? scale * product : -INFINITY;
    // end of Solution 3
