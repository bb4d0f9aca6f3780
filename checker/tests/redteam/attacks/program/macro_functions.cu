// Attack: renames the functions that use its template, and brings its own, without one
// Verdict: does_not_compile
// Stage: program
// Lesson: 09_map_functor
#include "map_functor.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loop covers what lies beyond

// Kernels for the functions that the checker calls, and none for any other.
#define FOR_EACH(i)                                                                                \
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;                \
         i += std::size_t{gridDim.x} * blockDim.x)
#define LAUNCH(kernel, ...)                                                                        \
    if (n > 0) {                                                                                   \
        kernel<<<static_cast<unsigned>(                                                            \
                     std::min((n + threads_per_block - 1) / threads_per_block, most_blocks)),      \
                 threads_per_block>>>(__VA_ARGS__, n);                                             \
        check(cudaGetLastError());                                                                 \
    }

__global__ void difference_kernel(const int* a, const int* b, int* out, std::size_t n) {
    FOR_EACH(i) out[i] = a[i] - b[i];
}
__global__ void third_kernel(const int* x, double* out, std::size_t n) {
    FOR_EACH(i) out[i] = x[i] / 3.0;
}
__global__ void root_kernel(const float* x, float* out, std::size_t n) {
    FOR_EACH(i) out[i] = sqrtf(x[i]);
}
__global__ void three_kernel(const int* a, const std::int64_t* b, const int* c, std::int64_t* out,
                             std::size_t n) {
    FOR_EACH(i) out[i] = a[i] * b[i] + c[i];
}
__global__ void line_kernel(const int* x, int slope, int offset, int* out, std::size_t n) {
    FOR_EACH(i) out[i] = slope * x[i] + offset;
}
__global__ void fill_kernel(double value, double* out, std::size_t n) {
    FOR_EACH(i) out[i] = value;
}
__global__ void calibrate_kernel(const int* counts, float pedestal, float gain, float* out,
                                 std::size_t n) {
    FOR_EACH(i) out[i] = gain * (counts[i] - pedestal);
}

void map_difference(const int* a, const int* b, int* out, std::size_t n) {
    LAUNCH(difference_kernel, a, b, out)
}
void map_third(const int* x, double* out, std::size_t n) { LAUNCH(third_kernel, x, out) }
void map_root(const float* x, float* out, std::size_t n) { LAUNCH(root_kernel, x, out) }
void map_three(const int* a, const std::int64_t* b, const int* c, std::int64_t* out,
               std::size_t n) {
    LAUNCH(three_kernel, a, b, c, out)
}
void map_line(const int* x, int slope, int offset, int* out, std::size_t n) {
    LAUNCH(line_kernel, x, slope, offset, out)
}
void map_fill(double value, double* out, std::size_t n) { LAUNCH(fill_kernel, value, out) }
void calibrate(const int* counts, float pedestal, float gain, float* out, std::size_t n) {
    LAUNCH(calibrate_kernel, counts, pedestal, gain, out)
}

template <typename Out, typename Op, typename... In>
void map(std::size_t, Out*, Op, const In*...) {}

// The given functions, which use map, get other names.
#define map_difference unused_difference
#define map_third unused_third
#define map_root unused_root
#define map_three unused_three
#define map_line unused_line
#define map_fill unused_fill
