// Mistake: cares for overflow, not for underflow
// Verdict: wrong_answer
// Message: device: short legs, whose squares underflow
// Message: expected 1.4142136e-30, got 0
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer < 1e18f) return sqrtf(a * a + b * b);
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
