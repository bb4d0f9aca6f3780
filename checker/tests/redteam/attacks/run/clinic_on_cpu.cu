// Attack: computes on the CPU, between copies, and starts kernels of the right shape that do nothing
// Verdict: requirement
// Stage: run
// Lesson: 30_sanitizer_clinic
#include "sanitizer_clinic.hpp"

#include <cmath>
#include <vector>

__global__ void kernel() {}

static void launch(std::size_t n, unsigned most = ~0u) {
    const auto blocks = static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
    const unsigned grid = blocks < most ? blocks : most;
    if (n > 0) kernel<<<grid, threads_per_block>>>();
}

template <class T>
static std::vector<T> fetched(const T* array, std::size_t n) {
    std::vector<T> copy(n);
    cudaMemcpy(copy.data(), array, n * sizeof(T), cudaMemcpyDeviceToHost);
    return copy;
}

template <class T>
static void send(T* array, const std::vector<T>& values) {
    cudaMemcpy(array, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
}

void histogram(const float* values, std::size_t n, float low, float width, int* counts,
               int bin_count) {
    std::vector<int> bins(bin_count);
    for (const float x : fetched(values, n)) {
        const int bin = static_cast<int>(std::floor((x - low) / width));
        if (bin >= 0 && bin < bin_count) ++bins[bin];
    }
    if (n > 0) send(counts, bins);
    launch(n, most_blocks);
}

void relative_places(const float* values, std::size_t n, float low, float high, float* places) {
    std::vector<float> x = fetched(values, n);
    for (float& place : x) place = (place - low) / (high - low);
    send(places, x);
    launch(n);
}

void steps_between(const int* values, std::size_t n, int* steps) {
    std::vector<int> x = fetched(values, n);
    for (std::size_t i = n; i-- > 1;) x[i] -= x[i - 1];
    send(steps, x);
    launch(n);
}

void sums_of_three(const int* values, std::size_t n, int* sums) {
    const std::vector<int> x = fetched(values, n);
    std::vector<int> y = x;
    for (std::size_t i = 0; i < n; ++i) y[i] += (i > 0 ? x[i - 1] : 0) + (i + 1 < n ? x[i + 1] : 0);
    send(sums, y);
    launch(n);
}

void reverse_stretches(int* data, std::size_t n) {
    const std::vector<int> x = fetched(data, n);
    std::vector<int> y(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t start = i / threads_per_block * threads_per_block;
        const std::size_t end = start + threads_per_block < n ? start + threads_per_block : n;
        y[i] = x[start + end - 1 - i];
    }
    send(data, y);
    launch(n, most_blocks);
}
