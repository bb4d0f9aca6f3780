// Mistake: float outside, double inside
// Verdict: requirement
// Message: the compiled kernel computes in double precision
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const double z = (static_cast<double>(x) - mean) / sigma;
    return exp(-0.5 * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
