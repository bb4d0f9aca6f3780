// Accepted: a generator for each sample, skipahead, hypot-free comparisons the other way round
    // Solution 1:
    return __fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)) < 1.0f;
    // end of Solution 1
    // Solution 2:
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = threadIdx.x + std::size_t{blockDim.x} * blockIdx.x;
    std::size_t share = n / threads;
    if (t < n - share * threads) ++share;
    Generator generator;
    curand_init(seed, t, 0, &generator);
    hits[t] = 0;
    taken[t] = static_cast<std::uint32_t>(share);
    while (share-- > 0) {
        const float x = curand_uniform(&generator), y = curand_uniform(&generator);
        if (is_hit(x, y)) ++hits[t];
    }
    // end of Solution 2
    // Solution 3:
    unsigned long long count = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        Generator generator;
        curand_init(seed, 0, 0, &generator);
        skipahead(2 * i, &generator);
        const float x = curand_uniform(&generator);
        count += is_hit(x, curand_uniform(&generator));
    }
    add_of_block(count, total);
    // end of Solution 3
