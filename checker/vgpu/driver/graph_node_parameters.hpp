// The parameters of nodes, as the driver's functions take them and as the runtime's do.
#pragma once

#include "vgpu/driver/box_copies.hpp"
#include "vgpu/driver/driver_call.hpp"

namespace vgpu::driver {

// Maps each type of the driver to the runtime's: `convert` makes it, `take_back` converts it back.
template <class Driver>
struct RuntimeParameters;

template <>
struct RuntimeParameters<CUDA_KERNEL_NODE_PARAMS> {
    using Type = cudaKernelNodeParams;
};
// Takes either version of the driver's structure.
template <class Kernel>
CUresult convert(const Kernel& from, cudaKernelNodeParams& to) {
    const void* function = from.func != nullptr ? static_cast<const void*>(from.func)
                                                : static_cast<const void*>(from.kern);
    to = {const_cast<void*>(function),
          {from.gridDimX, from.gridDimY, from.gridDimZ},
          {from.blockDimX, from.blockDimY, from.blockDimZ},
          from.sharedMemBytes,
          from.kernelParams,
          from.extra};
    return CUDA_SUCCESS;
}
inline void take_back(const cudaKernelNodeParams& from, CUDA_KERNEL_NODE_PARAMS& to) {
    to = {};
    to.func = static_cast<CUfunction>(from.func);
    to.gridDimX = from.gridDim.x;
    to.gridDimY = from.gridDim.y;
    to.gridDimZ = from.gridDim.z;
    to.blockDimX = from.blockDim.x;
    to.blockDimY = from.blockDim.y;
    to.blockDimZ = from.blockDim.z;
    to.sharedMemBytes = from.sharedMemBytes;
    to.kernelParams = from.kernelParams;
    to.extra = from.extra;
}

template <>
struct RuntimeParameters<CUDA_MEMCPY3D> {
    using Type = cudaMemcpy3DParms;
};
inline CUresult convert(const CUDA_MEMCPY3D& from, cudaMemcpy3DParms& to) {
    return parameters_of(box_of(from), to);
}
inline void take_back(const cudaMemcpy3DParms& from, CUDA_MEMCPY3D& to) { to = box_of(from); }

template <>
struct RuntimeParameters<CUDA_MEMSET_NODE_PARAMS> {
    using Type = cudaMemsetParams;
};
inline CUresult convert(const CUDA_MEMSET_NODE_PARAMS& from, cudaMemsetParams& to) {
    to = {pointer_of(from.dst), from.pitch, from.value, from.elementSize, from.width, from.height};
    return CUDA_SUCCESS;
}
inline void take_back(const cudaMemsetParams& from, CUDA_MEMSET_NODE_PARAMS& to) {
    to = {reinterpret_cast<CUdeviceptr>(from.dst),
          from.pitch,
          from.value,
          from.elementSize,
          from.width,
          from.height};
}

template <>
struct RuntimeParameters<CUDA_HOST_NODE_PARAMS> {
    using Type = cudaHostNodeParams;
};
inline CUresult convert(const CUDA_HOST_NODE_PARAMS& from, cudaHostNodeParams& to) {
    to = {from.fn, from.userData};
    return CUDA_SUCCESS;
}
inline void take_back(const cudaHostNodeParams& from, CUDA_HOST_NODE_PARAMS& to) {
    to = {from.fn, from.userData};
}

} // namespace vgpu::driver
