// Lesson 71: a reduction that keeps the order. README.md explains; fill in the three regions marked
// TODO.
#include "reduce_in_order.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

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

// Called by all threads of a block, each with a value of its own; may be called again. All get what
// op makes of these values, in the order of the threads.
template <typename T, typename Op>
__device__ T combine_block(T own, Op op) {
    // TODO 1: a tree in shared memory in which only neighbours are combined.
    return own;
    // end of TODO 1
}

// Leaves one value for each block in `partials`: that of its stretch.
template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    // TODO 2: the block's stretch, tile by tile.

    // end of TODO 2
}

template <typename T, typename At, typename Op>
void reduce_in_order(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    // TODO 3: two launches: one value for each block, then one of these. Check both.

    // end of TODO 3
}
