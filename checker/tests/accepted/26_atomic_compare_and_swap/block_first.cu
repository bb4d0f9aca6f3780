// Accepted: a warp finds its coldest by shuffles, then one lane swaps; a grid of another shape
#include "atomic_compare_and_swap.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>

#include <cmath>

namespace cg = cooperative_groups;
using Word = unsigned long long;

__device__ float atomic_raise(float* peak, float reading) {
    unsigned seen = *reinterpret_cast<volatile unsigned*>(peak);
    for (;;) {
        const float now = __uint_as_float(seen);
        const bool zeros = reading == 0.0f && now == 0.0f;
        if (zeros ? !(signbit(now) && !signbit(reading)) : !(reading > now)) return now;
        const unsigned found = atomicCAS(reinterpret_cast<unsigned*>(peak), seen, __float_as_uint(reading));
        if (found == seen) return now;
        seen = found;
    }
}

__global__ void raise_peaks_kernel(const float* readings, const std::uint32_t* sensors, std::size_t n,
                                   float* peaks, float* before) {
    const std::size_t i = cg::this_grid().thread_rank();
    if (i < n) before[i] = atomic_raise(peaks + sensors[i], readings[i]);
}

__device__ bool beats(float v, unsigned p, float w, unsigned q) { return v < w || (v == w && p < q); }

__global__ void find_coldest_kernel(const float* readings, std::size_t n, std::uint32_t first_position,
                                    Candidate* coldest) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float value = INFINITY;
    unsigned position = 0xffffffffu;
    for (std::size_t i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size())
        if (beats(readings[i], first_position + static_cast<unsigned>(i), value, position)) {
            value = readings[i];
            position = first_position + static_cast<unsigned>(i);
        }
    for (unsigned step = 16; step > 0; step /= 2) {
        const float v = warp.shfl_xor(value, step);
        const unsigned p = warp.shfl_xor(position, step);
        if (beats(v, p, value, position)) value = v, position = p;
    }
    if (warp.thread_rank() != 0) return;
    const auto pack = [](float v, unsigned p) { return Word{p} << 32 | __float_as_uint(v); };
    Word seen = *reinterpret_cast<volatile Word*>(coldest);
    while (beats(value, position, __uint_as_float(static_cast<unsigned>(seen)), static_cast<unsigned>(seen >> 32))) {
        const Word found = atomicCAS(reinterpret_cast<Word*>(coldest), seen, pack(value, position));
        if (found == seen) break;
        seen = found;
    }
}

void raise_peaks(const float* readings, const std::uint32_t* sensors, std::size_t n, float* peaks, float* before) {
    if (n == 0) return;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>((n + 63) / 64));
    config.blockDim = dim3(64);
    check(cudaLaunchKernelEx(&config, raise_peaks_kernel, readings, sensors, n, peaks, before));
}

void find_coldest(const float* readings, std::size_t n, std::uint32_t first_position, Candidate* coldest) {
    if (n == 0) return;
    find_coldest_kernel<<<7, dim3(32, 6)>>>(readings, n, first_position, coldest);
    check(cudaGetLastError());
}
