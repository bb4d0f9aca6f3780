// Mistake: the exponential in a function of its own that takes a double
// Verdict: requirement
// Message: no double anywhere in the file
// Message: doubles_in_a_function_apart.cu:
// Solution 1
__device__ __noinline__ float bell(double y) { return exp(y); }

__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return bell(-0.5f * z * z) / (sigma * root_of_two_pi);
}
// end of Solution 1
