// Mistake: the divisor without sigma
// Verdict: wrong_answer
// Message: every wrong element is 2.5 times what it should be
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return expf(-0.5f * z * z) / root_of_two_pi;
}
// end of Solution 1
