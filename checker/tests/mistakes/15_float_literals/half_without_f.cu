// Mistake: 0.5 is a double, and so is all that it touches: the exponential too
// Verdict: requirement
// Message: gaussian_pdf: single precision only
// Message: double precision
// Message: half_without_f.cu:
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return expf(-0.5 * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
