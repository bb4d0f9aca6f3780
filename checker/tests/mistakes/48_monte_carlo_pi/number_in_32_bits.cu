// Mistake: a thread's number in 32 bits: behind 2^32 threads come those of the first block once more
// Verdict: wrong_answer
// Message: more threads than 32 bits can count
// Only: virtual
    // Solution 2:
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const auto share = static_cast<std::uint32_t>(n / threads + (t < n % threads ? 1 : 0));

    Generator generator;
    curand_init(seed, t, 0, &generator);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < share; ++k) {
        const float x = curand_uniform(&generator);
        const float y = curand_uniform(&generator);
        count += is_hit(x, y);
    }
    taken[t] = share;
    hits[t] = count;
    // end of Solution 2
