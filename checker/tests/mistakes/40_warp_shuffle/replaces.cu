// Mistake: what came takes the place of the own value
// Verdict: wrong_answer
// Message: expected is that it adds what lane 16 has
    // Solution 1:
    const std::uint32_t other = __shfl_down_sync(first_lanes(lanes), own, offset);
    return lane + offset < lanes ? other : own;
    // end of Solution 1
