// Mistake: the number of the warp is counted anew in each block
// Verdict: fault
// Message: sums
// Only: virtual
    // Solution 2:
    std::uint32_t own = i < n ? values[i] : 0;
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (i < n && lane == 0) sums[threadIdx.x / warp_size] = own;
    // end of Solution 2
