// Copies of boxes as the driver describes them, and as the runtime does.
#pragma once

#include "vgpu/driver/driver_call.hpp"

#include <cstddef>

namespace vgpu::driver {

// One side of a copy of a box, both structures' alike.
struct Side {
    CUmemorytype type;
    const void* host;
    CUdeviceptr device;
    CUarray array;
    std::size_t x, y, z, pitch, height;

    char* base() const {
        return type == CU_MEMORYTYPE_HOST ? static_cast<char*>(const_cast<void*>(host))
                                          : reinterpret_cast<char*>(device);
    }
};

struct BoxCopy {
    Side from, to;
    std::size_t width, height, depth;
};

inline cudaArray_t array_of(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

BoxCopy box_of(const CUDA_MEMCPY2D& box);
BoxCopy box_of(const CUDA_MEMCPY3D& box);
// To cudaMemcpy3D the x of an array is in elements, and so is the width where there is one.
CUresult parameters_of(const BoxCopy& box, cudaMemcpy3DParms& parameters);
// What a node of a graph copies, for which there are no arrays.
CUDA_MEMCPY3D box_of(const cudaMemcpy3DParms& parameters);

} // namespace vgpu::driver
