// Mistake: takes everything below the smallest normal float for 0
// Verdict: wrong_answer
// Message: expected 5e-40, got 0
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer < 1.17549435e-38f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
