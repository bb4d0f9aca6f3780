// How many blocks of a kernel a multiprocessor takes, and which block size takes most threads.
#include "vgpu/driver/contexts.hpp"
#include "vgpu/driver/driver_call.hpp"

#include <algorithm>

using namespace vgpu::driver;

namespace {

cudaError_t attribute(int* value, cudaDeviceAttr which) {
    return WORKBOOK_RUNTIME(cudaDeviceGetAttribute)(value, which, current_context()->device);
}

// As cudaOccupancyMaxPotentialBlockSize of cuda_runtime.h: all sizes of whole warps, the largest
// first, until one fills the multiprocessor.
CUresult find_block_size(int* grid_size, int* block_size, CUfunction function,
                         CUoccupancyB2DSize shared_of, size_t shared_bytes, int limit,
                         unsigned flags) {
    if (grid_size == nullptr || block_size == nullptr) return null_argument();
    int threads_of_processor = 0, processors = 0, warp = 0;
    cudaFuncAttributes known{};
    cudaError_t error = attribute(&threads_of_processor, cudaDevAttrMaxThreadsPerMultiProcessor);
    if (error == cudaSuccess) error = attribute(&processors, cudaDevAttrMultiProcessorCount);
    if (error == cudaSuccess) error = attribute(&warp, cudaDevAttrWarpSize);
    if (error == cudaSuccess) error = WORKBOOK_RUNTIME(cudaFuncGetAttributes)(&known, function);
    if (error != cudaSuccess) return result_of(error);
    const int most =
        limit > 0 ? std::min(limit, known.maxThreadsPerBlock) : known.maxThreadsPerBlock;
    int best_threads = 0;
    for (int size = (most + warp - 1) / warp * warp; size > 0; size -= warp) {
        const int threads = std::min(size, most);
        int blocks = 0;
        error = WORKBOOK_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(
            &blocks, function, threads, shared_of != nullptr ? shared_of(threads) : shared_bytes,
            flags);
        if (error != cudaSuccess) return result_of(error);
        if (blocks * threads > best_threads) {
            best_threads = blocks * threads;
            *block_size = threads;
            *grid_size = blocks * processors;
        }
        if (best_threads == threads_of_processor) break;
    }
    return CUDA_SUCCESS;
}

} // namespace

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     size_t shared_bytes) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessor)(
            blocks, function, threads, shared_bytes);
    });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int threads, size_t shared_bytes,
                                                              unsigned flags) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(
            blocks, function, threads, shared_bytes, flags);
    });
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, CUfunction function, int blocks,
                                                 int threads) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaOccupancyAvailableDynamicSMemPerBlock)(bytes, function, blocks,
                                                                           threads);
    });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared_bytes,
                                          int limit) {
    return with_context(__func__, [&] {
        return find_block_size(grid_size, block_size, function, shared_of, shared_bytes, limit, 0);
    });
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size,
                                                   CUfunction function,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t shared_bytes, int limit, unsigned flags) {
    return with_context(__func__, [&] {
        return find_block_size(grid_size, block_size, function, shared_of, shared_bytes, limit,
                               flags);
    });
}
