// Attack: computes on the CPU in pinned memory, and has a kernel store one number behind the results before another one reads them
// Verdict: requirement
// Stage: run
// Lesson: 14_one_round_trip
#include "one_round_trip.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <cmath>

__global__ void touch(float* behind) { *behind = 1; }

__global__ void carry(const float* t, const float* noise, const float* made, float zero, float* to,
                      std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) to[i] = made[i] + zero * noise[i] + (t == nullptr ? 0 : zero * t[i]);
}

static void run(const float* t, const float* noise, float period, float amplitude, float* out,
                std::size_t n) {
    if (n == 0) return;
    float *pinned, *times = nullptr, *added;
    const std::size_t bytes = n * sizeof(float);
    check(cudaMallocHost(&pinned, bytes + sizeof(float)));
    check(cudaMalloc(&added, bytes));
    if (t != nullptr) check(cudaMalloc(&times, bytes));
    if (t != nullptr) check(cudaMemcpy(times, t, bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(added, noise, bytes, cudaMemcpyHostToDevice));
    for (std::size_t i = 0; i < n; ++i)
        pinned[i] = std::max(std::sin((t == nullptr ? static_cast<float>(i) : t[i]) / period) - 0.3f,
                             0.0f) *
                        amplitude +
                    noise[i];
    touch<<<1, 1>>>(pinned + n);
    carry<<<static_cast<unsigned>((n + 255) / 256), 256>>>(times, added, pinned, 0, added, n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, added, bytes, cudaMemcpyDeviceToHost));
    check(cudaFreeHost(pinned));
    check(cudaFree(added));
    check(cudaFree(times));
}

void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    run(t, noise, period, amplitude, out, n);
}

void waveform(const float* noise, float period, float amplitude, float* out, std::size_t n) {
    run(nullptr, noise, period, amplitude, out, n);
}
