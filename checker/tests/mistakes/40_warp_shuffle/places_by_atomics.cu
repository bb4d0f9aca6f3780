// Mistake: a counter gives the places
// Verdict: too_much_traffic
// Message: the ballot says what an atomic counter would say
// Only: virtual
    // Solution 4:
    const std::uint32_t own = i < n ? values[i] : 0;
    const bool keep = i < n && own > limit;
    if (i < n && lane == 0) counts[i / warp_size] = 0;
    __syncwarp();
    for (int turn = 0; turn < warp_size; ++turn) {
        if (turn == lane && keep) kept[i - lane + atomicAdd(&counts[i / warp_size], 1u)] = own;
        __syncwarp();
    }
    // end of Solution 4
