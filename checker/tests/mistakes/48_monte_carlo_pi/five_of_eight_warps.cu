// Mistake: three of the eight warps of each block draw nothing
// Verdict: requirement
// Message: some warps draw for the others
// Only: virtual
    // Solution 3:
    const std::size_t pairs = (n + 1) / 2;
    const std::size_t stride = std::size_t{gridDim.x} * 160;
    const bool draws = threadIdx.x < 160;
    unsigned long long count = 0;
    for (std::size_t p = std::size_t{blockIdx.x} * 160 + threadIdx.x; draws && p < pairs; p += stride) {
        Generator generator;
        curand_init(seed, 0, 4 * p, &generator);
        const float4 u = curand_uniform4(&generator);
        count += is_hit(u.x, u.y);
        if (2 * p + 1 < n) count += is_hit(u.z, u.w);
    }
    add_of_block(count, total);
    // end of Solution 3
