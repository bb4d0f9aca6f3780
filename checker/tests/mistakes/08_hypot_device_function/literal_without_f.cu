// Mistake: 1.0 is a double, and so is all that it touches
// Verdict: requirement
// Message: the compiled kernel computes in double precision
// Message: literal_without_f.cu:
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrt(1.0 + ratio * ratio);
}
// end of Solution 1
