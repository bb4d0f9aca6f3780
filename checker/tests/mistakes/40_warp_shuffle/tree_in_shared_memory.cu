// Mistake: the tree of lesson 38
// Verdict: too_much_traffic
// Message: without shared memory
// Only: virtual
    // Solution 2:
    __shared__ std::uint32_t tree[threads_per_block];
    std::uint32_t* mine = tree + threadIdx.x;
    *mine = i < n ? values[i] : 0;
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        __syncwarp();
        if (lane < offset) *mine += mine[offset];
    }
    if (i < n && lane == 0) sums[i / warp_size] = *mine;
    // end of Solution 2
