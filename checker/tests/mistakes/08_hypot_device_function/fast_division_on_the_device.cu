// Mistake: __fdividef gives 0 for a divisor beyond 2^126
// Verdict: wrong_answer
// Message: expected 3.1622777e+38, got 3e+38
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
#ifdef __CUDA_ARCH__
    const float ratio = __fdividef(shorter, longer);
#else
    const float ratio = shorter / longer;
#endif
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
