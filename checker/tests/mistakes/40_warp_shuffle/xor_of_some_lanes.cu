// Mistake: lanes exchange in pairs, though some partners take no part
// Verdict: wrong_answer
// Message: that is the other lane of a pair (xor)
    // Solution 1:
    const std::uint32_t other = __shfl_xor_sync(first_lanes(lanes), own, offset);
    return (lane ^ offset) < lanes ? own + other : own;
    // end of Solution 1
