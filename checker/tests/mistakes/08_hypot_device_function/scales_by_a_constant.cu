// Mistake: 1e-20 saves the long legs and loses the everyday ones
// Verdict: wrong_answer
// Message: device: everyday lengths at every count
// Message: ulp, at most 4)
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float scaled_a = a * 1e-20f;
    const float scaled_b = b * 1e-20f;
    return 1e20f * sqrtf(scaled_a * scaled_a + scaled_b * scaled_b);
}
// end of Solution 1
