// Mistake: pairs only: an odd n loses its last sample
// Verdict: wrong_answer
// Message: the count of hits, for any n
    // Solution 3
    const std::size_t pairs = n / 2;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long count = 0;
    for (std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; p < pairs;
         p += stride) {
        Generator generator;
        curand_init(seed, 0, 4 * p, &generator);
        const float4 u = curand_uniform4(&generator);
        count += is_hit(u.x, u.y);
        if (2 * p + 1 < n) { // of an odd n, the last pair has one sample
            count += is_hit(u.z, u.w);
        }
    }
    add_of_block(count, total);
    // end of Solution 3
