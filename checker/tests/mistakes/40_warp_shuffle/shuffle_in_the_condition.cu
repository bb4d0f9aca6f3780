// Mistake: only lanes that have a partner come to the shuffle
// Verdict: fault
// Message: which never come
// Only: virtual
    // Solution 1:
    if (lane + offset < lanes) own += __shfl_down_sync(first_lanes(lanes), own, offset);
    return own;
    // end of Solution 1
