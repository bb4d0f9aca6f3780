// Accepted: shuffles from a lane by its number; pairs where all 32 take part; a vote put together by shuffles
    // Solution 1:
    const bool there = lane + offset < lanes;
    own += there * __shfl_sync(first_lanes(lanes), own, there ? lane + offset : lane);
    return own;
    // end of Solution 1
    // Solution 2:
    std::uint32_t own = 0;
    if (i < n) own = __ldg(values + i);
    for (int offset = 1; offset < warp_size; offset <<= 1) own += __shfl_xor_sync(~0u, own, offset);
    if (lane == 0 && i < n) sums[i >> 5] = own;
    // end of Solution 2
    // Solution 3:
    std::uint32_t vote = i < n && values[i] > limit ? 1u << lane : 0;
    for (int offset = 16; offset > 0; offset >>= 1) vote |= __shfl_xor_sync(~0u, vote, offset);
    vote &= __ballot_sync(~0u, vote != 0);
    if (lane == 0 && i < n) ballots[i / 32] = __any_sync(~0u, vote != 0) ? vote : 0;
    // end of Solution 3
    // Solution 4:
    if (i - lane >= n) return; // whole warps only
    bool keep = false;
    std::uint32_t own = 0;
    if (i < n) {
        own = values[i];
        keep = own > limit;
    }
    const unsigned above = __ballot_sync(~0u, keep);
    if (keep) kept[i - lane + __popc(above << (31 - lane)) - 1] = own;
    if (lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
