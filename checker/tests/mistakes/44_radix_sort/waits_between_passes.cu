// Mistake: waits for each pass
// Verdict: requirement
// Message: waited for the device
// Only: virtual
// Solution 5:
template <typename Key>
static void all_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys,
                       std::uint32_t* other_values, int* counts, int* totals) {
    const int stretch = stretch_for(n);
    for (int shift = 0; shift < 32; shift += 2 * digit_bits) {
        pass(keys, values, n, stretch, shift, counts, totals, other_keys, other_values);
        check(cudaDeviceSynchronize());
        pass(other_keys, other_values, n, stretch, shift + digit_bits, counts, totals, keys, values);
    }
}

__device__ std::uint32_t ordered(float key) {
    const std::uint32_t bits = __float_as_uint(key);
    return bits & 0x80000000 ? ~bits : bits | 0x80000000;
}

__device__ void restore(std::uint32_t bits, float& key) {
    key = __uint_as_float(bits & 0x80000000 ? bits & 0x7fffffff : ~bits);
}
// end of Solution 5
