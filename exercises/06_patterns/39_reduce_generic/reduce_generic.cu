// Lesson 39: one reduction for any operation. README.md explains; fill in the five regions marked
// TODO.
#include "reduce_generic.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <limits>

// at(i) for an array: its element number i.
template <typename T>
struct Elements {
    const T* array;
    __device__ T operator()(std::size_t i) const { return array[i]; }
};

unsigned blocks_for(std::size_t n) {
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    return static_cast<unsigned>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
}

// Called once by all threads of a block, each with a value of its own. Thread 0 gets what op makes
// of these values, in any order; what the others get means nothing.
template <typename T, typename Op>
__device__ T combine_block(T own, Op op) {
    // TODO 1: a tree in shared memory.
    return own;
    // end of TODO 1
}

// Leaves one value for each block in `partials`.
template <typename T, typename At, typename Op>
__global__ void reduce_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    // TODO 2: each thread combines its values of the grid-stride loop, then the block its threads.

    // end of TODO 2
}

template <typename T, typename At, typename Op>
void reduce(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    // TODO 3: two launches: one value for each block, then one of these. Check both.

    // end of TODO 3
}

// TODO 4: product and smallest, by one call of reduce each.
void product(const double* values, std::size_t n, double* partials, double* result) {}

void smallest(const float* values, std::size_t n, float* partials, float* result) {}
// end of TODO 4

// TODO 5: first_largest, by one call of reduce.
void first_largest(const float* values, std::size_t n, Candidate* partials, Candidate* result) {}
// end of TODO 5
