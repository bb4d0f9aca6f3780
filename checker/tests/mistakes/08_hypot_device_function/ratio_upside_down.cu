// Mistake: divides the longer leg by the shorter one
// Verdict: wrong_answer
// Message: device: long legs, whose squares overflow
// Message: expected 3.4028235e+38, got inf
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (shorter == 0.0f) return longer;
    const float ratio = longer / shorter;
    return shorter * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1
