// Mistake: only lanes that keep a value come to the ballot
// Verdict: wrong_answer
// Message: counts
    // Solution 4:
    const std::uint32_t own = i < n ? values[i] : 0;
    unsigned above = 0;
    if (i < n && own > limit) {
        above = __ballot_sync(__activemask(), true);
        kept[i - lane + __popc(above & ((1u << lane) - 1))] = own;
    }
    if (i < n && lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
