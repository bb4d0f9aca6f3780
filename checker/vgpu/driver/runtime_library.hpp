// The virtual GPU's libcudart, whose functions libcuda.so.1 calls: the one that the program has, or
// the one beside this library. It has the link to the engine, and there must be one only.
#pragma once

#include "vgpu/client/driver_link.hpp"

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace vgpu::driver {

// Whether there is one; if not, a sentence has been said.
bool has_runtime();
// 12 or 13: structures differ.
int runtime_version();
// Null if there is none of that name, or no library.
void* runtime_function(const char* name);

} // namespace vgpu::driver

// A function of libcudart: WORKBOOK_RUNTIME(cudaMalloc)(&pointer, bytes).
#define WORKBOOK_RUNTIME(function)                                                                 \
    ([] {                                                                                          \
        static const auto function_of_runtime =                                                    \
            reinterpret_cast<decltype(&::function)>(vgpu::driver::runtime_function(#function));    \
        return function_of_runtime;                                                                \
    }())
