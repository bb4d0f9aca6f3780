// Mistake: the longer leg is taken with its sign
// Verdict: wrong_answer
// Message: every wrong element has the wrong sign
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(a, b);
    const float shorter = fminf(a, b);
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
