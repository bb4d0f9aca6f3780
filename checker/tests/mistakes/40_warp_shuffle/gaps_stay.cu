// Mistake: each kept value stays at its place
// Verdict: wrong_answer
// Message: was not written
    // Solution 4:
    const std::uint32_t own = i < n ? values[i] : 0;
    const bool keep = i < n && own > limit;
    const unsigned above = __ballot_sync(0xffffffff, keep);
    if (keep) kept[i] = own;
    if (i < n && lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
