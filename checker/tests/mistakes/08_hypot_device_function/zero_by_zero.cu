// Mistake: two zeros divide 0 by 0
// Verdict: wrong_answer
// Message: all wrong elements are NaN
// Message: element 0 (from 0, 0): expected 0, got nan
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
