// Accepted: the lowest of equal lanes raises the count by an atomic and passes on what it was
    // Solution 1:
    for (int k = threadIdx.x; k < digits; k += blockDim.x) bins[k] = 0;
    __syncthreads();
    for (int i = end - 1 - static_cast<int>(threadIdx.x); i >= begin; i -= threads_per_block)
        atomicAdd_block(&bins[ordered(keys[i]) >> shift & 0xff], 1);
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
    // Solution 3:
    const unsigned lane = threadIdx.x % warp_size;
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const unsigned same = __match_any_sync(all_lanes, digit);
        const int lowest = __ffs(same) - 1;
        int before = 0;
        if (static_cast<int>(lane) == lowest) before = atomicAdd(&count[digit], __popc(same));
        before = __shfl_sync(all_lanes, before, lowest);
        rank[j] = before + __popc(same << (31 - lane) << 1);
    }
    // end of Solution 3
// Solution 5:
template <typename Key>
static void all_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys, std::uint32_t* other_values,
                       int* counts, int* totals) {
    constexpr int shifts[] = {0, 8, 16, 24};
    for (const int shift : shifts) {
        pass(keys, values, n, stretch_for(n), shift, counts, totals, other_keys, other_values);
        Key* const k = keys;
        std::uint32_t* const v = values;
        keys = other_keys, values = other_values;
        other_keys = k, other_values = v;
    }
}

__device__ std::uint32_t ordered(float key) {
    const int bits = __float_as_int(key);
    return static_cast<std::uint32_t>(bits < 0 ? ~bits : bits + 0x80000000);
}

__device__ void restore(std::uint32_t bits, float& key) {
    if (bits >= 0x80000000) bits -= 0x80000000;
    else bits = 0xffffffff - bits;
    key = __uint_as_float(bits);
}
// end of Solution 5
