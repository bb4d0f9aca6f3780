// Mistake: partial sums in memory of its own, which is never given back
// Verdict: requirement
// Message: sum() left behind memory of
// Only: virtual
    // Solution 4:
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    float* own_partials = nullptr;
    check(cudaMalloc(&own_partials, blocks * sizeof(float)));
    sum_of_blocks(values, n, blocks, threads_per_block, own_partials);
    sum_of_blocks(own_partials, blocks, 1, threads_per_block, result);
    // end of Solution 4
