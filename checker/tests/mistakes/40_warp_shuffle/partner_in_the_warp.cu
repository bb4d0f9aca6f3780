// Mistake: asks whether the partner is a lane of the warp, not whether it takes part
// Verdict: wrong_answer
// Message: which takes no part: is it in lanes 0 to lanes - 1?
// Only: virtual
    // Solution 1:
    const std::uint32_t other = __shfl_down_sync(first_lanes(lanes), own, offset);
    return lane + offset < warp_size ? own + other : own;
    // end of Solution 1
