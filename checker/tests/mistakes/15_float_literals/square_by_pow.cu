// Mistake: pow of a float and an int computes in double
// Verdict: requirement
// Message: for pow with an integer
// Message: square_by_pow.cu:
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return expf(-0.5f * static_cast<float>(pow(z, 2))) / (sigma * root_of_two_pi);
}
// end of Solution 1
