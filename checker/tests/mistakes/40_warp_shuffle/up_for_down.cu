// Mistake: takes the value of the lane below
// Verdict: wrong_answer
// Message: lane 0 added nothing; expected is that it adds what lane 16 has
    // Solution 1:
    const std::uint32_t other = __shfl_up_sync(first_lanes(lanes), own, offset);
    return lane - offset >= 0 ? own + other : own;
    // end of Solution 1
