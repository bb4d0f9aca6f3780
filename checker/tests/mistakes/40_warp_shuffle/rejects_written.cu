// Mistake: the rest of the stretch is cleared
// Verdict: wrong_answer
// Message: lies behind the kept values and has to stay
    // Solution 4:
    const std::uint32_t own = i < n ? values[i] : 0;
    const bool keep = i < n && own > limit;
    const unsigned above = __ballot_sync(0xffffffff, keep);
    if (keep) kept[i - lane + __popc(above & ((1u << lane) - 1))] = own;
    if (i < n && lane >= __popc(above)) kept[i] = 0;
    if (i < n && lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
