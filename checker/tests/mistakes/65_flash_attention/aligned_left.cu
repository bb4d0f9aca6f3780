// Mistake: query i sees keys 0 to i
// Verdict: wrong_answer
// Message: query i sees keys 0 to i; it is to see keys 0 to i + keys - queries
    // Solution 3
    return j < min(causal ? i + 1 : keys, keys) ? scale * product : -INFINITY;
    // end of Solution 3
