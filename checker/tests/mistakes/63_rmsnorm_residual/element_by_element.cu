// Mistake: loads and stores eight elements one by one
// Verdict: too_much_traffic
// Message: a lane moves less than 16 bytes at a time
// Only: virtual
// Solution 1:
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    for (int i = 0; i < eight; ++i) values[i] = __bfloat162float(place[i]);
}

__device__ void store_eight(bf16* place, const float (&values)[eight]) {
    for (int i = 0; i < eight; ++i) place[i] = __float2bfloat16(values[i]);
}
// end of Solution 1
