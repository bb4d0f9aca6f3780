// Mistake: grows where it should fall
// Verdict: wrong_answer
// Message: mean 0, sigma 1, at every count
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return expf(0.5f * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
