// Attack: none: a race that is not hidden, to compare with
// Verdict: fault
// Stage: run
// Lesson: 30_sanitizer_clinic
// Points: 4
#include "sanitizer_clinic.hpp"

constexpr unsigned size = threads_per_block;
#define INDEX (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x)

__global__ void histogram_kernel(const float* values, std::size_t n, float low, float width,
                                 int* counts, int bins) {
    for (std::size_t i = INDEX; i < n; i += std::size_t{gridDim.x} * blockDim.x) {
        const int bin = static_cast<int>(floorf((values[i] - low) / width));
        if (bin >= 0 && bin < bins) atomicAdd(&counts[bin], 1);
    }
}
__global__ void places_kernel(const float* values, std::size_t n, float low, float high,
                              float* places) {
    if (INDEX < n) places[INDEX] = (values[INDEX] - low) / (high - low);
}
__global__ void steps_kernel(const int* values, std::size_t n, int* steps) {
    __shared__ int tile[size + 1];
    const std::size_t i = INDEX;
    if (i < n) tile[threadIdx.x + 1] = values[i];
    if (threadIdx.x == 0) tile[0] = i > 0 ? values[i - 1] : 0;
    if (i < n) steps[i] = tile[threadIdx.x + 1] - tile[threadIdx.x]; // no barrier before
}
__global__ void sums_kernel(const int* values, std::size_t n, int* sums) {
    const std::size_t i = INDEX;
    if (i < n) sums[i] = (i > 0 ? values[i - 1] : 0) + values[i] + (i + 1 < n ? values[i + 1] : 0);
}
__global__ void reverse_kernel(int* data, std::size_t n) {
    __shared__ int tile[size];
    for (std::size_t start = std::size_t{blockIdx.x} * size; start < n;
         start += std::size_t{gridDim.x} * size) {
        const std::size_t length = n - start < size ? n - start : size, t = threadIdx.x;
        if (t < length) tile[t] = data[start + t];
        __syncthreads();
        if (t < length) data[start + t] = tile[length - 1 - t];
        __syncthreads();
    }
}

unsigned blocks(std::size_t n, unsigned most = ~0u) {
    return n > std::size_t{most} * size ? most : static_cast<unsigned>((n + size - 1) / size);
}
void histogram(const float* values, std::size_t n, float low, float width, int* counts, int bins) {
    if (n) histogram_kernel<<<blocks(n, most_blocks), size>>>(values, n, low, width, counts, bins);
}
void relative_places(const float* values, std::size_t n, float low, float high, float* places) {
    if (n) places_kernel<<<blocks(n), size>>>(values, n, low, high, places);
}
void steps_between(const int* values, std::size_t n, int* steps) {
    if (n) steps_kernel<<<blocks(n), size>>>(values, n, steps);
}
void sums_of_three(const int* values, std::size_t n, int* sums) {
    if (n) sums_kernel<<<blocks(n), size>>>(values, n, sums);
}
void reverse_stretches(int* data, std::size_t n) {
    if (n) reverse_kernel<<<blocks(n, most_blocks), size>>>(data, n);
}
