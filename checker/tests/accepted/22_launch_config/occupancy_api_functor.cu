// Accepted: the same by a functor for host and device
#include "launch_config.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

struct SharedOf {
    std::size_t per_thread;
    __host__ __device__ std::size_t operator()(int threads) const { return threads * per_thread; }
};

int resident_threads(const void* kernel, int block, std::size_t shared_per_thread) {
    cudaFuncAttributes limits;
    check(cudaFuncGetAttributes(&limits, kernel));
    int blocks = 0;
    if (block <= limits.maxThreadsPerBlock)
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, kernel, block, SharedOf{shared_per_thread}(block), cudaOccupancyDefault));
    return blocks * block;
}

LaunchShape choose_shape(const void* kernel, std::size_t n, std::size_t shared_per_thread) {
    cudaFuncAttributes limits;
    check(cudaFuncGetAttributes(&limits, kernel));
    LaunchShape shape;
    int smallest_full_grid = 0, device = 0;
    check(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&smallest_full_grid, &shape.block, kernel,
                                                         SharedOf{shared_per_thread}, limits.maxThreadsPerBlock));
    cudaDeviceProp properties;
    check(cudaGetDevice(&device));
    check(cudaGetDeviceProperties(&properties, device));
    const std::size_t resident = resident_threads(kernel, shape.block, shared_per_thread) / shape.block;
    shape.grid = static_cast<int>(
        std::min(resident * properties.multiProcessorCount, (n + shape.block - 1) / shape.block));
    return shape;
}
