// Mistake: the first warp of each block draws all of the block's samples
// Verdict: requirement
// Message: all threads of the grid are to draw samples
// Only: virtual
    // Solution 3
    const std::size_t pairs = (n + 1) / 2;
    unsigned long long count = 0;
    for (std::size_t p = std::size_t{blockIdx.x} * 32 + threadIdx.x; threadIdx.x < 32 && p < pairs;
         p += std::size_t{gridDim.x} * 32) {
        Generator generator;
        curand_init(seed, 0, 4 * p, &generator);
        const float4 u = curand_uniform4(&generator);
        count += is_hit(u.x, u.y);
        if (2 * p + 1 < n) {
            count += is_hit(u.z, u.w);
        }
    }
    add_of_block(count, total);
    // end of Solution 3
