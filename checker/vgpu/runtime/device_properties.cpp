#include "vgpu/runtime/device_properties.hpp"

#include "vgpu/runtime/device_model.hpp"

#include <cstring>

namespace vgpu::runtime {

bool properties_layout_fits(int soname) { return soname == CUDART_VERSION / 1000; }

void fill_properties(cudaDeviceProp& properties, std::uint64_t memory_bytes) {
    const auto get = [](cudaDeviceAttr attribute) {
        return device_attribute(attribute).value_or(0);
    };
    properties = {};
    std::strncpy(properties.name, DeviceModel::name, sizeof properties.name - 1);
    constexpr char uuid[] = "WorkbookVirtual0"; // 16 bytes that no GPU has
    std::memcpy(properties.uuid.bytes, uuid, sizeof properties.uuid.bytes);
    properties.totalGlobalMem = memory_bytes;
    properties.sharedMemPerBlock = DeviceModel::shared_per_block;
    properties.sharedMemPerBlockOptin = DeviceModel::shared_per_block_optin;
    properties.sharedMemPerMultiprocessor = DeviceModel::shared_per_sm;
    properties.reservedSharedMemPerBlock = DeviceModel::shared_reserved_per_block;
    properties.regsPerBlock = get(cudaDevAttrMaxRegistersPerBlock);
    properties.regsPerMultiprocessor = get(cudaDevAttrMaxRegistersPerMultiprocessor);
    properties.warpSize = get(cudaDevAttrWarpSize);
    properties.memPitch = static_cast<std::size_t>(get(cudaDevAttrMaxPitch));
    properties.maxThreadsPerBlock = get(cudaDevAttrMaxThreadsPerBlock);
    properties.maxThreadsPerMultiProcessor = get(cudaDevAttrMaxThreadsPerMultiProcessor);
    properties.maxBlocksPerMultiProcessor = get(cudaDevAttrMaxBlocksPerMultiprocessor);
    properties.maxThreadsDim[0] = get(cudaDevAttrMaxBlockDimX);
    properties.maxThreadsDim[1] = get(cudaDevAttrMaxBlockDimY);
    properties.maxThreadsDim[2] = get(cudaDevAttrMaxBlockDimZ);
    properties.maxGridSize[0] = get(cudaDevAttrMaxGridDimX);
    properties.maxGridSize[1] = get(cudaDevAttrMaxGridDimY);
    properties.maxGridSize[2] = get(cudaDevAttrMaxGridDimZ);
    properties.totalConstMem = static_cast<std::size_t>(get(cudaDevAttrTotalConstantMemory));
    properties.major = DeviceModel::major;
    properties.minor = DeviceModel::minor;
    properties.textureAlignment = static_cast<std::size_t>(get(cudaDevAttrTextureAlignment));
    properties.texturePitchAlignment =
        static_cast<std::size_t>(get(cudaDevAttrTexturePitchAlignment));
    properties.surfaceAlignment = static_cast<std::size_t>(get(cudaDevAttrSurfaceAlignment));
    properties.multiProcessorCount = get(cudaDevAttrMultiProcessorCount);
    properties.canMapHostMemory = get(cudaDevAttrCanMapHostMemory);
    properties.concurrentKernels = get(cudaDevAttrConcurrentKernels);
    properties.asyncEngineCount = get(cudaDevAttrAsyncEngineCount);
    properties.unifiedAddressing = get(cudaDevAttrUnifiedAddressing);
    properties.memoryBusWidth = get(cudaDevAttrGlobalMemoryBusWidth);
    properties.l2CacheSize = get(cudaDevAttrL2CacheSize);
    properties.streamPrioritiesSupported = get(cudaDevAttrStreamPrioritiesSupported);
    properties.globalL1CacheSupported = get(cudaDevAttrGlobalL1CacheSupported);
    properties.localL1CacheSupported = get(cudaDevAttrLocalL1CacheSupported);
    properties.managedMemory = get(cudaDevAttrManagedMemory);
    properties.concurrentManagedAccess = get(cudaDevAttrConcurrentManagedAccess);
    properties.cooperativeLaunch = get(cudaDevAttrCooperativeLaunch);
#if CUDART_VERSION < 13000
    properties.clockRate = get(cudaDevAttrClockRate);
    properties.memoryClockRate = get(cudaDevAttrMemoryClockRate);
    properties.singleToDoublePrecisionPerfRatio = get(cudaDevAttrSingleToDoublePrecisionPerfRatio);
#endif
}

} // namespace vgpu::runtime
