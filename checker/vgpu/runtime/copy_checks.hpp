// What a request to copy or set memory must fulfil before it takes its place in the stream: whose
// pointers are given, whether the direction fits them, whether the range fits its allocation, who
// may reach it. Each check answers what CUDA answers and says what was wrong.
#pragma once

#include "vgpu/runtime/copies.hpp"

#include <string>

namespace vgpu::runtime {

// A direction that a program can ask for.
struct KindRow {
    cudaMemcpyKind kind;
    const char* name;
    const char* words;
    bool from_device, to_device;
};
const KindRow* row_of(cudaMemcpyKind kind); // null if there is no such direction

// "a host pointer", "a device pointer that was freed"
const char* describe(const Pointer& pointer);
// What the pointers say; memory of both worlds follows the request.
const char* direction_of(const Pointer& source, const Pointer& destination, const KindRow* row);
// "the __constant__ variable factor, whose name ..."; "" for what is no such name.
std::string describe_symbol(const Call& call, const Pointer& pointer);
// The bytes from the first row's begin to the last row's end; UINT64_MAX when that overflows.
std::uint64_t extent(const Box& box, const Strides& strides);
bool wider_than(const Box& box, const Strides& strides); // rows that run into each other

cudaError_t check_copy(Call& call, const CopyRequest& request, const KindRow* row,
                       const Pointer& source, const Pointer& destination);
cudaError_t check_set(Call& call, const SetRequest& request, const Pointer& destination);

} // namespace vgpu::runtime
