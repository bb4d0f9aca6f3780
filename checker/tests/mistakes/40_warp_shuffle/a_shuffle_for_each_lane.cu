// Mistake: the values come to lane 0 one after the other, by 31 shuffles
// Verdict: too_much_traffic
// Message: is to add up in five steps
// Only: virtual
    // Solution 2
    const std::uint32_t own = i < n ? values[i] : 0;
    std::uint32_t sum = own;
    for (int distance = 1; distance < warp_size; ++distance) {
        sum += __shfl_down_sync(0xffffffff, own, distance);
    }
    if (i < n && lane == 0) sums[i / warp_size] = sum;
    // end of Solution 2
