// Mistake: a single thread does everything
// Verdict: requirement
// Message: is the work spread over
// Only: virtual
#include "map_functor.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 1024; // the grid-stride loop covers what lies beyond

// in... stands for any number of pointers, each to elements of a type of its own.
template <typename Out, typename Op, typename... In>
__global__ void map_kernel(std::size_t n, Out* out, Op op, const In*... in) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = op(in[i]...);
    }
}

template <typename Out, typename Op, typename... In>
void map(std::size_t n, Out* out, Op op, const In*... in) {
    if (n == 0) {
        return;
    }
    map_kernel<<<1, 1>>>(n, out, op, in...);
    check(cudaGetLastError());
}

void calibrate(const int* counts, float pedestal, float gain, float* out, std::size_t n) {
    map(n, out, [=] __device__(int count) { return gain * (count - pedestal); }, counts);
}
