// Mistake: every thread draws the same numbers
// Verdict: wrong_answer
// Message: all threads draw the same numbers
    // Solution 2
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const auto share = static_cast<std::uint32_t>(n / threads + (t < n % threads ? 1 : 0));

    Generator generator;
    curand_init(seed, 0, 0, &generator);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < share; ++k) {
        const float x = curand_uniform(&generator);
        const float y = curand_uniform(&generator);
        count += is_hit(x, y);
    }
    taken[t] = share;
    hits[t] = count;
    // end of Solution 2
