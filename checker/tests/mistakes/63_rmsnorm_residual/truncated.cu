// Mistake: cuts the lower half of the float off
// Verdict: wrong_answer
// Message: sums between two bfloat16
// Solution 1:
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    const uint4 piece = *reinterpret_cast<const uint4*>(place);
    const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&piece);
#pragma unroll
    for (int i = 0; i < eight / 2; ++i) {
        const float2 both = __bfloat1622float2(pairs[i]);
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
        pairs[i].x = __float2bfloat16_rz(values[2 * i]);
        pairs[i].y = __float2bfloat16_rz(values[2 * i + 1]);
    }
    *reinterpret_cast<uint4*>(place) = piece;
}
// end of Solution 1
