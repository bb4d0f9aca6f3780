// Mistake: two infinities divide inf by inf
// Verdict: wrong_answer
// Message: device: infinity and NaN
// Message: all wrong elements are NaN
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
