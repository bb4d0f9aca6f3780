// Lesson 12, further: eight samples by each load and store. As quick as a copy; see lesson 36.
#include "zero_suppress.hpp"

#define zero_suppress zero_suppress_by_samples
#include "zero_suppress.cu"
#undef zero_suppress

#include <algorithm>
#include <cstdint>

constexpr int samples_of_vector = 8;
struct alignas(16) Eight {
    std::int16_t of[samples_of_vector];
};
constexpr int vectors_of_thread = 2;
constexpr int block_threads = 256;

// A block has vectors that follow each other. A thread asks for all of its own before it works on
// the first.
__global__ void vectors_kernel(const std::int16_t* __restrict__ input,
                               std::int16_t* __restrict__ output, std::ptrdiff_t n,
                               std::int16_t threshold) {
    const auto* const from = reinterpret_cast<const Eight*>(input);
    auto* const to = reinterpret_cast<Eight*>(output);
    const std::ptrdiff_t vectors = n / samples_of_vector;
    const std::ptrdiff_t first =
        std::ptrdiff_t{blockIdx.x} * (vectors_of_thread * block_threads) + threadIdx.x;
    Eight own[vectors_of_thread];
#pragma unroll
    for (int j = 0; j < vectors_of_thread; ++j) {
        const std::ptrdiff_t i = first + j * block_threads;
        if (i < vectors) own[j] = from[i];
    }
#pragma unroll
    for (int j = 0; j < vectors_of_thread; ++j) {
        const std::ptrdiff_t i = first + j * block_threads;
        for (std::int16_t& sample : own[j].of) sample = suppressed(sample, threshold);
        if (i < vectors) to[i] = own[j];
    }
    // Fewer than eight are left behind the vectors.
    const std::ptrdiff_t last = samples_of_vector * vectors + first;
    if (last < n) output[last] = suppressed(input[last], threshold);
}

static bool begins_well(const void* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(Eight) == 0;
}

void zero_suppress(const std::int16_t* input, std::int16_t* output, std::size_t n,
                   std::int16_t threshold) {
    if (!begins_well(input) || !begins_well(output)) {
        zero_suppress_by_samples(input, output, n, threshold);
        return;
    }
    if (n == 0) return;
    constexpr std::size_t of_block = samples_of_vector * vectors_of_thread * block_threads;
    vectors_kernel<<<static_cast<unsigned>((n + of_block - 1) / of_block), block_threads>>>(
        input, output, static_cast<std::ptrdiff_t>(n), threshold);
}
