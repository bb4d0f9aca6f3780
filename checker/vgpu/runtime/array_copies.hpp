// Copies of which one side, or both, are arrays: which bytes that side has.
#pragma once

#include "vgpu/runtime/arrays.hpp"
#include "vgpu/runtime/copies.hpp"

namespace vgpu::runtime {

// The array, or nothing and an error with a sentence.
cudaError_t find_array(Call& call, cudaArray_const_t handle, const Array*& array);

// A corner of a box in an array: x in bytes.
struct ArrayCorner {
    cudaArray_const_t array = nullptr;
    std::uint64_t x = 0, y = 0, z = 0;
};
// One side of a copy of this box.
cudaError_t place_in_array(Call& call, const ArrayCorner& corner, const Box& box, void*& address,
                           Strides& strides);
// The same for bytes that go on in the next row.
cudaError_t range_in_array(Call& call, const ArrayCorner& corner, std::uint64_t bytes,
                           void*& address);

} // namespace vgpu::runtime
