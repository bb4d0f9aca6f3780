// Accepted: cuda::atomic_ref and compare_exchange_weak
#include "atomic_compare_and_swap.hpp"

#include "wire/cuda_check.hpp"

#include <cuda/atomic>
#include <cuda/std/bit>

__device__ bool is_higher(float reading, float peak) {
    return reading > peak || (reading == 0.0f && peak == 0.0f && signbit(peak) && !signbit(reading));
}

__global__ void raise_peaks_kernel(const float* readings, const std::uint32_t* sensors, std::size_t n,
                                   float* peaks, float* before) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> peak(*reinterpret_cast<unsigned*>(peaks + sensors[i]));
    unsigned seen = peak.load(cuda::memory_order_relaxed);
    while (is_higher(readings[i], cuda::std::bit_cast<float>(seen)) &&
           !peak.compare_exchange_weak(seen, cuda::std::bit_cast<unsigned>(readings[i]),
                                       cuda::memory_order_relaxed)) {
    }
    before[i] = cuda::std::bit_cast<float>(seen);
}

__device__ bool is_colder(Candidate a, Candidate b) {
    return a.value < b.value || (a.value == b.value && a.position < b.position);
}

__global__ void find_coldest_kernel(const float* readings, std::size_t n, std::uint32_t first_position,
                                    Candidate* coldest) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Candidate mine{readings[i], first_position + static_cast<std::uint32_t>(i)};
    using Word = unsigned long long;
    cuda::atomic_ref<Word, cuda::thread_scope_device> best(*reinterpret_cast<Word*>(coldest));
    Word seen = best.load(cuda::memory_order_relaxed);
    while (is_colder(mine, cuda::std::bit_cast<Candidate>(seen)) &&
           !best.compare_exchange_weak(seen, cuda::std::bit_cast<Word>(mine), cuda::memory_order_relaxed)) {
    }
}

void raise_peaks(const float* readings, const std::uint32_t* sensors, std::size_t n, float* peaks, float* before) {
    if (n == 0) return;
    raise_peaks_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(readings, sensors, n, peaks, before);
    check(cudaGetLastError());
}

void find_coldest(const float* readings, std::size_t n, std::uint32_t first_position, Candidate* coldest) {
    if (n == 0) return;
    find_coldest_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(readings, n, first_position, coldest);
    check(cudaGetLastError());
}
