// Attack: raises the peaks on the CPU, between copies, and starts a kernel that could and does not
// Verdict: requirement
// Stage: run
// Lesson: 26_atomic_compare_and_swap
// Points: 0.8
#include "atomic_compare_and_swap.hpp"

#include <cmath>
#include <vector>

__global__ void raise_peaks_kernel(unsigned* word, bool work) {
    if (work) atomicCAS(word, 0u, 1u);
}
__global__ void find_coldest_kernel(unsigned long long* word, bool work) {
    if (work) atomicCAS(word, 0ull, 1ull);
}

template <class T>
static std::vector<T> fetched(const T* array, std::size_t n) {
    std::vector<T> copy(n);
    cudaMemcpy(copy.data(), array, n * sizeof(T), cudaMemcpyDeviceToHost);
    return copy;
}

void raise_peaks(const float* readings, const std::uint32_t* sensors, std::size_t n, float* peaks,
                 float* before) {
    if (n == 0) return;
    const auto x = fetched(readings, n);
    const auto where = fetched(sensors, n);
    std::uint32_t last = 0;
    for (const std::uint32_t sensor : where) last = sensor > last ? sensor : last;
    auto peak = fetched(peaks, last + 1);
    std::vector<float> seen(n);
    for (std::size_t i = 0; i < n; ++i) {
        float& now = peak[where[i]];
        seen[i] = now;
        if (x[i] > now || (x[i] == now && !std::signbit(x[i]) && std::signbit(now))) now = x[i];
    }
    cudaMemcpy(peaks, peak.data(), peak.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(before, seen.data(), n * 4, cudaMemcpyHostToDevice);
    raise_peaks_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(nullptr, false);
}

void find_coldest(const float* readings, std::size_t n, std::uint32_t first_position,
                  Candidate* coldest) {
    if (n == 0) return;
    const auto x = fetched(readings, n);
    Candidate best = fetched(coldest, 1)[0];
    for (std::size_t i = 0; i < n; ++i) {
        const auto position = static_cast<std::uint32_t>(first_position + i);
        if (x[i] < best.value || (x[i] == best.value && position < best.position))
            best = {x[i], position};
    }
    cudaMemcpy(coldest, &best, sizeof best, cudaMemcpyHostToDevice);
    find_coldest_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(nullptr, false);
}
