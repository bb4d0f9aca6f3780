// Mistake: counts its own bit, too: each value goes one place too far
// Verdict: wrong_answer
// Message: element 0 of `kept` was not written
    // Solution 4:
    const std::uint32_t own = i < n ? values[i] : 0;
    const bool keep = i < n && own > limit;
    const unsigned above = __ballot_sync(0xffffffff, keep);
    const unsigned before = above & (0xffffffffu >> (31 - lane));
    const std::size_t place = i - lane + __popc(before);
    if (keep && place < n) kept[place] = own;
    if (i < n && lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
