// Mistake: n / threads samples each: what is left over is left out
// Verdict: wrong_answer
// Message: exactly n samples
// Message: of `taken` add up to 0, and n is 1
    // Solution 2
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const auto share = static_cast<std::uint32_t>(n / threads);

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
