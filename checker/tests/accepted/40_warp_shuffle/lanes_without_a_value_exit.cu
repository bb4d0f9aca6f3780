// Accepted: lanes without a value exit; those that are left name each other in the mask
    // Solution 2:
    if (i >= n) return;
    const std::size_t left = n - (i - lane);
    const int lanes = left < warp_size ? static_cast<int>(left) : warp_size;
    std::uint32_t own = values[i];
    for (int offset = 16; offset > 0; offset /= 2) own = add_step(own, lane, lanes, offset);
    if (lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
    // Solution 3:
    if (i >= n) return;
    const unsigned above = __ballot_sync(__activemask(), values[i] > limit);
    if (lane == 0) ballots[i / warp_size] = above;
    // end of Solution 3
    // Solution 4:
    if (i >= n) return;
    const std::uint32_t own = values[i];
    const unsigned above = __ballot_sync(__activemask(), own > limit);
    std::uint32_t* place = kept + i - lane;
    for (int before = 0; before < lane; ++before) place += (above >> before) & 1;
    if (own > limit) *place = own;
    if (lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
