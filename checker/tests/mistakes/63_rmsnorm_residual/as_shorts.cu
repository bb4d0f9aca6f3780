// Mistake: takes the bits of an element for a whole number
// Verdict: wrong_answer
// Message: add, n = 128
// Solution 1:
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    const uint4 piece = *reinterpret_cast<const uint4*>(place);
    const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&piece);
#pragma unroll
    for (int i = 0; i < eight / 2; ++i) {
        const short2 bits = reinterpret_cast<const short2*>(&piece)[i];
        const float2 both{static_cast<float>(bits.x), static_cast<float>(bits.y)};
        values[2 * i] = both.x;
        values[2 * i + 1] = both.y;
    }
}

// The other way round: rounds eight values and stores them.
__device__ void store_eight(bf16* place, const float (&values)[eight]) {
    uint4 piece;
    auto* pairs = reinterpret_cast<__nv_bfloat162*>(&piece);
#pragma unroll
    for (int i = 0; i < eight / 2; ++i) {
        pairs[i] = __floats2bfloat162_rn(values[2 * i], values[2 * i + 1]);
    }
    *reinterpret_cast<uint4*>(place) = piece;
}
// end of Solution 1
