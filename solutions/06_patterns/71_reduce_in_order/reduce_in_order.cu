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
    // Solution 1: element `left` stands for the `step` threads from it on, and takes over those of
    // its neighbour. The barrier at the end is for the threads that read what thread 0 wrote, the
    // one at the beginning for the next call: no thread may put down a new value while another reads.
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
    // end of Solution 1
}

// Leaves one value for each block in `partials`: that of its stretch.
template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    // Solution 2: block b takes the b-th stretch, tile by tile. Neighbours read neighbours; then
    // each thread takes a few values in a row, from shared memory, and the tree keeps the order of
    // the threads. One value for each thread would do as well, but then every 256 values pay for
    // the barriers of a tree. Nine, and not eight: with an odd number, threads that read beside
    // each other meet in no bank. All threads make the same rounds, because of the barriers; where
    // the values end, the identity takes their place.
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
    // end of Solution 2
}

template <typename T, typename At, typename Op>
void reduce_in_order(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    // Solution 3: the second launch is of one block, whose only stretch are the partial results.
    const unsigned blocks = blocks_for(n);
    in_order_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    in_order_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
    // end of Solution 3
}
