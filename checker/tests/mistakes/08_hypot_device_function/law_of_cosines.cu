// Mistake: the distance by the law of cosines, which subtracts two large numbers
// Verdict: wrong_answer
// Message: all elements are 0
// Replaces
//| __global__ void hypot_kernel(const float* __restrict__ a, const float* __restrict__ b,
//|                              float* __restrict__ out, std::size_t count) {
//|     const auto end = static_cast<std::ptrdiff_t>(count);
//|     const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
//| #pragma unroll 4
//|     for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end;
__global__ void hypot_kernel(const float* a, const float* b, float* out, std::size_t count) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
// end of Replaces
// Replaces
//|         out[i] = distance(to_cartesian(rho1[i], theta1[i]), to_cartesian(rho2[i], theta2[i]));
        const float square = rho1[i] * rho1[i] + rho2[i] * rho2[i] -
                             2.0f * rho1[i] * rho2[i] * cosf(theta1[i] - theta2[i]);
        out[i] = sqrtf(fmaxf(square, 0.0f));
// end of Replaces
