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
// cudaMemcpy3D counts an array's x in elements, and the width too if a side is an array.
CUresult parameters_of(const BoxCopy& box, cudaMemcpy3DParms& parameters);
// What a graph's node copies. Such nodes have no arrays.
CUDA_MEMCPY3D box_of(const cudaMemcpy3DParms& parameters);

} // namespace vgpu::driver
