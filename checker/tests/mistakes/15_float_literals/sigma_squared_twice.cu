// Mistake: divides by sigma squared, and squares that again
// Verdict: wrong_answer
// Message: any mean and sigma
// Message: sigma = 2.5
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / (sigma * sigma);
    return expf(-0.5f * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
