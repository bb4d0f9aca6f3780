// What a CUDA runtime call is about, read from the arguments that CUPTI hands to a callback.
#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>

namespace workbook::cupti {

struct RuntimeCall {
    enum class What { allocate, free, copy, set, synchronize, launch };
    What what = What::synchronize;

    void* const* allocated = nullptr;   // allocate: where the runtime writes the address
    const std::size_t* pitch = nullptr; // allocate: where it writes a row's length; may be null
    const void* address = nullptr;      // free, set
    std::size_t bytes = 0;              // allocate with a pitch: rows
    const void* destination = nullptr;  // copy
    const void* source = nullptr;
    cudaMemcpyKind kind = cudaMemcpyDefault;
    bool to_symbol = false, from_symbol = false; // the pointer names a __device__ variable
    const void* kernel = nullptr;                // launch
    dim3 grid{1, 1, 1}, block{1, 1, 1};
    std::size_t dynamic_shared_bytes = 0;
    cudaStream_t stream = nullptr;
    bool cooperative = false;
};

// False for calls that the trace does not list.
bool read_call(CUpti_CallbackId id, const void* parameters, RuntimeCall& call);

} // namespace workbook::cupti
