// Mistake: a stretch is one key shorter than the arrays are made for
// Verdict: fault
// Message: Invalid __global__ write of size 4 bytes
// Only: virtual
// Solution 5:
template <typename Key>
static void all_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys,
                       std::uint32_t* other_values, int* counts, int* totals) {
    const int stretch = stretch_for(n) - 1;
    for (int shift = 0; shift < 32; shift += 2 * digit_bits) {
        pass(keys, values, n, stretch, shift, counts, totals, other_keys, other_values);
        pass(other_keys, other_values, n, stretch, shift + digit_bits, counts, totals, keys,
             values);
    }
}

constexpr std::uint32_t sign = 0x80000000;

__device__ std::uint32_t ordered(float key) {
    const std::uint32_t bits = __float_as_uint(key);
    return bits & sign ? ~bits : bits | sign;
}

__device__ void restore(std::uint32_t bits, float& key) {
    key = __uint_as_float(bits & sign ? bits & ~sign : ~bits);
}
// end of Solution 5
