// Mistake: the mask names all 32 lanes, though only some of them come
// Verdict: fault
// Message: which never come
// Only: virtual
    // Solution 1:
    const std::uint32_t other = __shfl_down_sync(0xffffffff, own, offset);
    return lane + offset < lanes ? own + other : own;
    // end of Solution 1
