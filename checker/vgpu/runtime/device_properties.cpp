#include "vgpu/runtime/device_properties.hpp"

#include <cstring>

namespace vgpu::runtime {

static_assert(CUDART_VERSION >= 13000, "cudaDeviceProp has the layout of CUDA 13");
namespace {

struct Filler {
    const DeviceModel& model;
    int ordinal;

    // The field has the attribute's value, whatever its type is.
    template <class Field>
    void operator()(Field& field, int attribute) const {
        field = static_cast<Field>(device_attribute(model, attribute, ordinal).value_or(0));
    }
    template <class Field, std::size_t count>
    void operator()(Field (&fields)[count], const int (&attributes)[count]) const {
        for (std::size_t index = 0; index < count; ++index)
            (*this)(fields[index], attributes[index]);
    }
};

template <class Properties>
void fill_textures(Properties& p, const Filler& fill) {
    fill(p.maxTexture1D, cudaDevAttrMaxTexture1DWidth);
    fill(p.maxTexture1DMipmap, cudaDevAttrMaxTexture1DMipmappedWidth);
    fill(p.maxTexture2D, {cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight});
    fill(p.maxTexture2DMipmap,
         {cudaDevAttrMaxTexture2DMipmappedWidth, cudaDevAttrMaxTexture2DMipmappedHeight});
    fill(p.maxTexture2DLinear,
         {cudaDevAttrMaxTexture2DLinearWidth, cudaDevAttrMaxTexture2DLinearHeight,
          cudaDevAttrMaxTexture2DLinearPitch});
    fill(p.maxTexture2DGather,
         {cudaDevAttrMaxTexture2DGatherWidth, cudaDevAttrMaxTexture2DGatherHeight});
    fill(p.maxTexture3D, {cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
                          cudaDevAttrMaxTexture3DDepth});
    fill(p.maxTexture3DAlt, {cudaDevAttrMaxTexture3DWidthAlt, cudaDevAttrMaxTexture3DHeightAlt,
                             cudaDevAttrMaxTexture3DDepthAlt});
    fill(p.maxTextureCubemap, cudaDevAttrMaxTextureCubemapWidth);
    fill(p.maxTexture1DLayered,
         {cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxTexture1DLayeredLayers});
    fill(p.maxTexture2DLayered,
         {cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight,
          cudaDevAttrMaxTexture2DLayeredLayers});
    fill(p.maxTextureCubemapLayered,
         {cudaDevAttrMaxTextureCubemapLayeredWidth, cudaDevAttrMaxTextureCubemapLayeredLayers});
    fill(p.maxSurface1D, cudaDevAttrMaxSurface1DWidth);
    fill(p.maxSurface2D, {cudaDevAttrMaxSurface2DWidth, cudaDevAttrMaxSurface2DHeight});
    fill(p.maxSurface3D, {cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight,
                          cudaDevAttrMaxSurface3DDepth});
    fill(p.maxSurface1DLayered,
         {cudaDevAttrMaxSurface1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredLayers});
    fill(p.maxSurface2DLayered,
         {cudaDevAttrMaxSurface2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredHeight,
          cudaDevAttrMaxSurface2DLayeredLayers});
    fill(p.maxSurfaceCubemap, cudaDevAttrMaxSurfaceCubemapWidth);
    fill(p.maxSurfaceCubemapLayered,
         {cudaDevAttrMaxSurfaceCubemapLayeredWidth, cudaDevAttrMaxSurfaceCubemapLayeredLayers});
    fill(p.textureAlignment, cudaDevAttrTextureAlignment);
    fill(p.texturePitchAlignment, cudaDevAttrTexturePitchAlignment);
    fill(p.surfaceAlignment, cudaDevAttrSurfaceAlignment);
}

template <class Properties>
void fill_multiprocessor(Properties& p, const Filler& fill) {
    fill(p.sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock);
    fill(p.sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin);
    fill(p.sharedMemPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    fill(p.reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock);
    fill(p.regsPerBlock, cudaDevAttrMaxRegistersPerBlock);
    fill(p.regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor);
    fill(p.warpSize, cudaDevAttrWarpSize);
    fill(p.maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
    fill(p.maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor);
    fill(p.maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor);
    fill(p.maxThreadsDim,
         {cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ});
    fill(p.maxGridSize, {cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ});
    fill(p.multiProcessorCount, cudaDevAttrMultiProcessorCount);
    fill(p.globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported);
    fill(p.localL1CacheSupported, cudaDevAttrLocalL1CacheSupported);
}

template <class Properties>
void fill_memory(Properties& p, const Filler& fill) {
    fill(p.memPitch, cudaDevAttrMaxPitch);
    fill(p.totalConstMem, cudaDevAttrTotalConstantMemory);
    fill(p.memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth);
    fill(p.l2CacheSize, cudaDevAttrL2CacheSize);
    fill(p.persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize);
    fill(p.accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize);
    fill(p.ECCEnabled, cudaDevAttrEccEnabled);
    fill(p.canMapHostMemory, cudaDevAttrCanMapHostMemory);
    fill(p.unifiedAddressing, cudaDevAttrUnifiedAddressing);
    fill(p.managedMemory, cudaDevAttrManagedMemory);
    fill(p.concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess);
    fill(p.pageableMemoryAccess, cudaDevAttrPageableMemoryAccess);
    fill(p.pageableMemoryAccessUsesHostPageTables,
         cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    fill(p.directManagedMemAccessFromHost, cudaDevAttrDirectManagedMemAccessFromHost);
    fill(p.hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported);
    fill(p.canUseHostPointerForRegisteredMem, cudaDevAttrCanUseHostPointerForRegisteredMem);
    fill(p.hostRegisterSupported, cudaDevAttrHostRegisterSupported);
    fill(p.hostRegisterReadOnlySupported, cudaDevAttrHostRegisterReadOnlySupported);
    fill(p.memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported);
    fill(p.memoryPoolSupportedHandleTypes, cudaDevAttrMemoryPoolSupportedHandleTypes);
    fill(p.sparseCudaArraySupported, cudaDevAttrSparseCudaArraySupported);
    fill(p.timelineSemaphoreInteropSupported, cudaDevAttrTimelineSemaphoreInteropSupported);
    fill(p.gpuDirectRDMASupported, cudaDevAttrGPUDirectRDMASupported);
    fill(p.gpuDirectRDMAFlushWritesOptions, cudaDevAttrGPUDirectRDMAFlushWritesOptions);
    fill(p.gpuDirectRDMAWritesOrdering, cudaDevAttrGPUDirectRDMAWritesOrdering);
}

template <class Properties>
void fill_board(Properties& p, const Filler& fill) {
    fill(p.integrated, cudaDevAttrIntegrated);
    fill(p.concurrentKernels, cudaDevAttrConcurrentKernels);
    fill(p.asyncEngineCount, cudaDevAttrAsyncEngineCount);
    fill(p.streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported);
    fill(p.computePreemptionSupported, cudaDevAttrComputePreemptionSupported);
    fill(p.cooperativeLaunch, cudaDevAttrCooperativeLaunch);
    fill(p.isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard);
    fill(p.multiGpuBoardGroupID, cudaDevAttrMultiGpuBoardGroupID);
    fill(p.pciBusID, cudaDevAttrPciBusId);
    fill(p.pciDeviceID, cudaDevAttrPciDeviceId);
    fill(p.pciDomainID, cudaDevAttrPciDomainId);
    fill(p.tccDriver, cudaDevAttrTccDriver);
    fill(p.clusterLaunch, cudaDevAttrClusterLaunch);
    fill(p.deferredMappingCudaArraySupported, cudaDevAttrDeferredMappingCudaArraySupported);
    fill(p.ipcEventSupported, cudaDevAttrIpcEventSupport);
}

// The members that CUDA 13 has removed. cooperativeMultiDeviceLaunch stays 0: it is not supported.
template <class Properties>
void fill_only_of_12(Properties& p, const Filler& fill) {
    fill(p.clockRate, cudaDevAttrClockRate);
    fill(p.memoryClockRate, cudaDevAttrMemoryClockRate);
    fill(p.deviceOverlap, cudaDevAttrGpuOverlap);
    fill(p.kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout);
    fill(p.computeMode, cudaDevAttrComputeMode);
    fill(p.maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth);
    fill(p.singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
}

void fill_only_of_13(cudaDeviceProp& p, const Filler& fill) {
    fill(p.deviceNumaConfig, cudaDevAttrNumaConfig);
    fill(p.deviceNumaId, cudaDevAttrNumaId);
    fill(p.mpsEnabled, cudaDevAttrMpsEnabled);
    fill(p.hostNumaId, cudaDevAttrHostNumaId);
    fill(p.gpuPciDeviceID, cudaDevAttrGpuPciDeviceId);
    fill(p.gpuPciSubsystemID, cudaDevAttrGpuPciSubsystemId);
    fill(p.hostNumaMultinodeIpcSupported, cudaDevAttrHostNumaMultinodeIpcSupported);
}

template <class Properties>
void fill_common(Properties& properties, const Filler& fill, std::uint64_t memory_bytes) {
    properties = {};
    fill.model.name.copy(properties.name, sizeof properties.name - 1);
    constexpr char uuid[] = "WorkbookVirtual0"; // 16 bytes that no GPU has; the last is the ordinal
    std::memcpy(properties.uuid.bytes, uuid, sizeof properties.uuid.bytes);
    properties.uuid.bytes[15] = static_cast<char>('0' + fill.ordinal);
    properties.totalGlobalMem = memory_bytes;
    properties.major = fill.model.major;
    properties.minor = fill.model.minor;
    fill_multiprocessor(properties, fill);
    fill_textures(properties, fill);
    fill_memory(properties, fill);
    fill_board(properties, fill);
}

} // namespace

bool properties_layout_fits(int soname) { return soname == 13; }

void fill_properties(cudaDeviceProp& properties, const DeviceModel& model,
                     std::uint64_t memory_bytes, int ordinal) {
    const Filler fill{model, ordinal};
    fill_common(properties, fill, memory_bytes);
    fill_only_of_13(properties, fill);
}

void fill_properties(DeviceProperties12& properties, const DeviceModel& model,
                     std::uint64_t memory_bytes, int ordinal) {
    const Filler fill{model, ordinal};
    fill_common(properties, fill, memory_bytes);
    fill_only_of_12(properties, fill);
}

} // namespace vgpu::runtime
