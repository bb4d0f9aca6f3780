// Mistake: waits for the first launch before it makes the second
// Verdict: requirement
// Message: sum() waited for the device, in cudaDeviceSynchronize
    // Solution 4:
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    check(cudaDeviceSynchronize());
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
    // end of Solution 4
