// Mistake: the constant in the divisor is a double: one division in double
// Verdict: requirement
// Message: gaussian_pdf: single precision only
// Message: double_constant.cu:
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242;
    const float z = (x - mean) / sigma;
    return expf(-0.5f * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
