// Mistake: takes the place for the beginning of the array
// Verdict: fault
// Message: Invalid __global__ read of size 16 bytes
// Only: virtual
// Solution 1:
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    const uint4 piece = reinterpret_cast<const uint4*>(place)[threadIdx.x];
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
        pairs[i] = __floats2bfloat162_rn(values[2 * i], values[2 * i + 1]);
    }
    *reinterpret_cast<uint4*>(place) = piece;
}
// end of Solution 1
