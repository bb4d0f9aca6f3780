// Accepted: one class that owns all memory; kernels by cudaLaunchKernelEx, with ranks of cooperative groups
#include "one_round_trip.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <memory>

struct GiveBack {
    void operator()(float* memory) const { cudaFree(memory); }
};
using Memory = std::unique_ptr<float, GiveBack>;

Memory copy_of(const float* values, std::size_t n) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, n * sizeof(float)));
    Memory owner(static_cast<float*>(memory));
    check(cudaMemcpy(memory, values, n * sizeof(float), cudaMemcpyHostToDevice));
    return owner;
}

// t: null where the times are 0, 1, 2, ...
__global__ void add_pulses(const float* t, float period, float amplitude, float* noise,
                           std::size_t n) {
    const auto grid = cooperative_groups::this_grid();
    for (std::size_t i = grid.thread_rank(); i < n; i += grid.size()) {
        const float time = t == nullptr ? static_cast<float>(static_cast<double>(i)) : t[i];
        const float sine = sinf(time / period) - 0.3f;
        noise[i] = fmaf(sine > 0 ? sine : 0, amplitude, noise[i]);
    }
}

void add(const float* t, float period, float amplitude, const Memory& sums, float* out,
         std::size_t n) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(n < 100'000 ? n / 64 + 1 : 1500));
    config.blockDim = dim3(64);
    check(cudaLaunchKernelEx(&config, add_pulses, t, period, amplitude, sums.get(), n));
    check(cudaMemcpy(out, sums.get(), n * sizeof(float), cudaMemcpyDeviceToHost));
}

void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) return;
    const Memory times = copy_of(t, n), sums = copy_of(noise, n);
    add(times.get(), period, amplitude, sums, out, n);
}

void waveform(const float* noise, float period, float amplitude, float* out, std::size_t n) {
    if (n == 0) return;
    const Memory sums = copy_of(noise, n);
    add(nullptr, period, amplitude, sums, out, n);
}
