// Mistake: sigma squared is infinite or 0 in large and small units
// Verdict: wrong_answer
// Message: sigma in small and large units
// Message: all wrong elements are NaN
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float d = x - mean;
    return expf(-0.5f * d * d / (sigma * sigma)) / (sigma * root_of_two_pi);
}
// end of Solution 1
