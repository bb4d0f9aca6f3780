// Mistake: 1 / 2 of two integers is 0
// Verdict: wrong_answer
// Message: all elements are 0.39894
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return expf(-(1 / 2) * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
