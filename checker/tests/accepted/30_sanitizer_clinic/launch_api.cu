// Accepted: cudaLaunchKernelEx; cooperative groups for barriers and ranks
// Replaces
//| #include "wire/cuda_check.hpp"
#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
// end of Replaces
// Solution 3
__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    __shared__ int tile[threads_per_block + 1]; // one more in front: the value before the block
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const unsigned t = threadIdx.x;

    if (i < n) {
        tile[t + 1] = values[i];
    }
    if (t == 0) {
        tile[0] = i > 0 ? values[i - 1] : 0;
    }
    cooperative_groups::this_thread_block().sync();
    if (i < n) {
        steps[i] = tile[t + 1] - tile[t];
    }
}
// end of Solution 3
// Solution 5
__global__ void reverse_stretches_kernel(int* data, std::size_t n) {
    __shared__ int tile[threads_per_block];
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const auto block = cooperative_groups::this_thread_block();
    const std::size_t t = block.thread_rank();

    for (std::size_t start = std::size_t{blockIdx.x} * blockDim.x; start < n; start += stride) {
        const std::size_t length = n - start < blockDim.x ? n - start : blockDim.x;
        if (t < length) {
            tile[t] = data[start + t];
        }
        block.sync();
        if (t < length) {
            data[start + t] = tile[length - 1 - t];
        }
        cooperative_groups::sync(block); // no thread fills the tile anew before all have read it
    }
}
// end of Solution 5
// Replaces
//|     steps_between_kernel<<<blocks_for(n), threads_per_block>>>(values, n, steps);
//|     check(cudaGetLastError());
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks_for(n));
    config.blockDim = dim3(threads_per_block);
    check(cudaLaunchKernelEx(&config, steps_between_kernel, values, n, steps));
// end of Replaces
