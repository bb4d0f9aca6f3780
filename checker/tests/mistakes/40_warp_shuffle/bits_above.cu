// Mistake: counts the lanes behind it
// Verdict: wrong_answer
// Message: they stand in wrong places
    // Solution 4:
    const std::uint32_t own = i < n ? values[i] : 0;
    const bool keep = i < n && own > limit;
    const unsigned above = __ballot_sync(0xffffffff, keep);
    const unsigned behind = above & ~(0xffffffffu >> (31 - lane));
    if (keep) kept[i - lane + __popc(behind)] = own;
    if (i < n && lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
