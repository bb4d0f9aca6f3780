// Mistake: a constant with too few digits
// Verdict: wrong_answer
// Message: every wrong element is 0.999852 times what it should be
// Solution 1
__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.507f;
    const float z = (x - mean) / sigma;
    return expf(-0.5f * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
