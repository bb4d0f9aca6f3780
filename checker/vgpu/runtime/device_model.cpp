#include "vgpu/runtime/device_model.hpp"

#include <cuda_runtime_api.h>

namespace vgpu::runtime {

std::optional<int> device_attribute(cudaDeviceAttr attribute) {
    using Model = DeviceModel;
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
        return Model::max_threads_per_block;
    case cudaDevAttrMaxBlockDimX:
        return Model::max_block[0];
    case cudaDevAttrMaxBlockDimY:
        return Model::max_block[1];
    case cudaDevAttrMaxBlockDimZ:
        return Model::max_block[2];
    case cudaDevAttrMaxGridDimX:
        return Model::max_grid[0];
    case cudaDevAttrMaxGridDimY:
        return Model::max_grid[1];
    case cudaDevAttrMaxGridDimZ:
        return Model::max_grid[2];
    case cudaDevAttrMaxSharedMemoryPerBlock:
        return Model::shared_per_block;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        return Model::shared_per_block_optin;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        return Model::shared_per_sm;
    case cudaDevAttrReservedSharedMemoryPerBlock:
        return Model::shared_reserved_per_block;
    case cudaDevAttrTotalConstantMemory:
        return 64 << 10;
    case cudaDevAttrWarpSize:
        return 32;
    case cudaDevAttrMaxPitch:
        return 2147483647;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        return Model::registers_per_sm;
    case cudaDevAttrClockRate:
        return 1000000; // kHz; nominal, nothing is timed by it
    case cudaDevAttrMemoryClockRate:
        return 1000000; // kHz
    case cudaDevAttrGlobalMemoryBusWidth:
        return 5120;
    case cudaDevAttrL2CacheSize:
        return 50 << 20;
    case cudaDevAttrTextureAlignment:
    case cudaDevAttrSurfaceAlignment:
        return 512;
    case cudaDevAttrTexturePitchAlignment:
        return 32;
    case cudaDevAttrMultiProcessorCount:
        return Model::sm_count;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        return Model::max_threads_per_sm;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        return Model::max_blocks_per_sm;
    case cudaDevAttrComputeCapabilityMajor:
        return Model::major;
    case cudaDevAttrComputeCapabilityMinor:
        return Model::minor;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
        return 2;
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrCooperativeLaunch:
        return 1;
    case cudaDevAttrHostNumaId:
        return -1;
    // Not there: textures and surfaces, memory pools, clusters, peers, IPC, registered host memory.
    default:
        break;
    }
    if (static_cast<int>(attribute) < 1 || attribute >= cudaDevAttrMax) return std::nullopt;
    return 0;
}

} // namespace vgpu::runtime
