// Mistake: fmaxf and fminf drop a NaN
// Verdict: wrong_answer
// Message: expected nan, got 1.4142135
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
