// Mistake: a query does not see its own key
// Verdict: wrong_answer
// Message: The query sees that key
// Message: each query sees one key less than it should
    // Solution 3
    return j < keys_seen(i, queries, keys, causal) - (causal ? 1 : 0) ? scale * product : -INFINITY;
    // end of Solution 3
