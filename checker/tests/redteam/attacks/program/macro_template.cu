// Attack: has a macro in place of a template, as if one function alone used it
// Verdict: does_not_compile
// Stage: program
// Lesson: 71_reduce_in_order
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
    __shared__ T tree[threads_per_block];
    __syncthreads();
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    __syncthreads();
    return tree[0];
}

// Leaves one value for each block in `partials`: that of its stretch.
template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    constexpr std::size_t values_per_thread = 9;
    constexpr std::size_t tile_size = values_per_thread * threads_per_block;
    __shared__ T values[tile_size];
    const std::size_t tiles = (n + tile_size - 1) / tile_size;
    const std::size_t tiles_per_block = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * tiles_per_block * tile_size;
    const std::size_t end = min(n, begin + tiles_per_block * tile_size);

    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += tile_size) {
        for (std::size_t k = threadIdx.x; k < tile_size; k += threads_per_block) {
            values[k] = tile + k < end ? at(tile + k) : identity;
        }
        __syncthreads();
        T own = values[threadIdx.x * values_per_thread];
        for (std::size_t k = 1; k < values_per_thread; ++k) {
            own = op(own, values[threadIdx.x * values_per_thread + k]);
        }
        so_far = op(so_far, combine_block(own, op)); // its barriers also guard `values`
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
}

struct ThenStep {
    __device__ Step operator()(Step first, Step second) const {
        return {second.scale * first.scale, second.scale * first.offset + second.offset};
    }
};

void steps_in_order(const Step* steps, std::size_t n, Step* partials, Step* result) {
    const unsigned blocks = blocks_for(n);
    in_order_kernel<<<blocks, threads_per_block>>>(n, Elements<Step>{steps}, Step{1, 0}, ThenStep{},
                                                   partials);
    check(cudaGetLastError());
    in_order_kernel<<<1, threads_per_block>>>(blocks, Elements<Step>{partials}, Step{1, 0},
                                              ThenStep{}, result);
    check(cudaGetLastError());
}

// As if the calls that use it had these arguments.
#define reduce_in_order(...) steps_in_order(steps, n, partials, result)
