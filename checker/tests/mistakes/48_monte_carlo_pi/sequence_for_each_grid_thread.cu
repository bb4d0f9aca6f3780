// Mistake: count_hits draws by thread: another grid, another result
// Verdict: wrong_answer
// Message: the count of hits, for any n
    // Solution 3
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    Generator generator;
    curand_init(seed, std::size_t{blockIdx.x} * blockDim.x + threadIdx.x, 0, &generator);
    unsigned long long count = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        const float x = curand_uniform(&generator);
        const float y = curand_uniform(&generator);
        count += is_hit(x, y);
    }
    add_of_block(count, total);
    // end of Solution 3
