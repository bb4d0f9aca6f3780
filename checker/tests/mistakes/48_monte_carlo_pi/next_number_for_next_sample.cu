// Mistake: sample i begins at number i: each number is used twice
// Verdict: wrong_answer
// Message: the count of hits, for any n
    // Solution 3
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long count = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        Generator generator;
        curand_init(seed, 0, i, &generator);
        const float x = curand_uniform(&generator);
        const float y = curand_uniform(&generator);
        count += is_hit(x, y);
    }
    add_of_block(count, total);
    // end of Solution 3
