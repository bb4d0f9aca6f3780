// Accepted: the tree of a warp by shuffles of any type's bytes, then one of the warps' results
    // Solution 1:
    static_assert(sizeof(T) % sizeof(unsigned) == 0);
    constexpr int words = sizeof(T) / sizeof(unsigned);
    constexpr unsigned warps = threads_per_block / 32;
    __shared__ T of_warps[warps];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (unsigned step = 1; step < 32; step *= 2) {
        T other = own;
        auto* bits = reinterpret_cast<unsigned*>(&other);
        for (int k = 0; k < words; ++k) bits[k] = __shfl_down_sync(0xffffffff, bits[k], step);
        if (lane % (2 * step) == 0) own = op(own, other);
    }
    if (lane == 0) of_warps[warp] = own;
    __syncthreads();
    T result = of_warps[0];
    for (unsigned w = 1; w < warps; ++w) result = op(result, of_warps[w]);
    return result;
    // end of Solution 1
