// Mistake: adds what the shuffle gives, wherever it comes from
// Verdict: wrong_answer
// Message: gives back the caller's own value
    // Solution 1:
    return own + __shfl_down_sync(first_lanes(lanes), own, offset);
    // end of Solution 1
