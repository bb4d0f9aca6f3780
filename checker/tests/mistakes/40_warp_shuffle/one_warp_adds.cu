// Mistake: the first warp of a block adds up the values of all its warps
// Verdict: requirement
// Message: each warp is to take its own 32 values
// Only: virtual
    // Solution 2
    const std::size_t behind = i - threadIdx.x + blockDim.x;
    for (std::size_t k = i; threadIdx.x < warp_size && k < behind; k += warp_size) {
        std::uint32_t own = k < n ? values[k] : 0;
        for (int offset = warp_size / 2; offset > 0; offset /= 2) {
            own = add_step(own, lane, warp_size, offset);
        }
        if (k < n && lane == 0) sums[k / warp_size] = own;
    }
    // end of Solution 2
