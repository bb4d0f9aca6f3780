// Mistake: lanes without a value exit, and the others take their values
// Verdict: wrong_answer
// Message: warp_sums: n = 
// Only: virtual
    // Solution 2:
    if (i >= n) return;
    std::uint32_t own = values[i];
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
