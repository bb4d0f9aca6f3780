// Mistake: two functions under one name: only the device has the good one
// Verdict: wrong_answer
// Message: host: the same function, the same promises
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
#ifndef __CUDA_ARCH__
    return sqrtf(a * a + b * b);
#else
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
#endif
}
// end of Solution 1
