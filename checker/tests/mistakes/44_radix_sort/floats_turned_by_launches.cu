// Mistake: two more launches turn the floats into ordered bits, and back
// Verdict: requirement
// Message: 14 kernels were launched by sort_floats()
// Solution 5:
__device__ std::uint32_t ordered(float key) { return __float_as_uint(key); }
__device__ void restore(std::uint32_t bits, float& key) { key = __uint_as_float(bits); }

__global__ void turn_kernel(float* keys, int n, bool is_back) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const std::uint32_t bits = __float_as_uint(keys[i]), sign = 0x80000000;
    const bool is_above = ((bits & sign) == 0) != is_back;
    keys[i] = __uint_as_float(is_above ? bits ^ sign : ~bits);
}

static void turn(std::uint32_t*, int, bool) {}
static void turn(float* keys, int n, bool is_back) {
    if (n == 0) return;
    turn_kernel<<<(n + 255) / 256, 256>>>(keys, n, is_back);
    check(cudaGetLastError());
}

template <typename Key>
static void all_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys,
                       std::uint32_t* other_values, int* counts, int* totals) {
    const int stretch = stretch_for(n);
    turn(keys, n, false);
    for (int shift = 0; shift < 32; shift += 2 * digit_bits) {
        pass(keys, values, n, stretch, shift, counts, totals, other_keys, other_values);
        pass(other_keys, other_values, n, stretch, shift + digit_bits, counts, totals, keys, values);
    }
    turn(keys, n, true);
}
// end of Solution 5
