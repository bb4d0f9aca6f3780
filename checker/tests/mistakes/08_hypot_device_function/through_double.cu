// Mistake: computes in double, right and slow
// Verdict: requirement
// Message: the compiled kernel computes in double precision
// Message: through_double.cu:
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) {
    if (isinf(a) || isinf(b)) return INFINITY;
    const double x = a;
    const double y = b;
    return static_cast<float>(sqrt(x * x + y * y));
}
// end of Solution 1
