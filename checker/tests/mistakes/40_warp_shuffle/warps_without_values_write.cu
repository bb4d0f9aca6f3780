// Mistake: each warp writes a sum, also one that has no value
// Verdict: fault
// Message: sums
// Only: virtual
    // Solution 2:
    std::uint32_t own = i < n ? values[i] : 0;
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
