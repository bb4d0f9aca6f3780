// Mistake: lanes without a value read one all the same
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 2:
    std::uint32_t own = values[i];
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (i < n && lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
