#include "vgpu/runtime/array_copies.hpp"

#include <fmt/core.h>

namespace vgpu::runtime {

namespace {

bool fits(std::uint64_t at, std::uint64_t size, std::uint64_t all) {
    return at <= all && size <= all - at;
}

} // namespace

cudaError_t find_array(Call& call, cudaArray_const_t handle, const Array*& array) {
    array = call.runtime.arrays.find(handle);
    if (array != nullptr) return cudaSuccess;
    if (handle == nullptr)
        return call.fail(cudaErrorInvalidResourceHandle,
                         fmt::format("{} was given a null array", call.api));
    return call.fail(cudaErrorInvalidResourceHandle,
                     call.runtime.arrays.was_there(handle)
                         ? fmt::format("{} was given an array that has been freed", call.api)
                         : fmt::format("{} was given something that is no array", call.api));
}

cudaError_t place_in_array(Call& call, const ArrayCorner& corner, const Box& box, void*& address,
                           Strides& strides) {
    const Array* array = nullptr;
    if (const cudaError_t error = find_array(call, corner.array, array); error != cudaSuccess)
        return error;
    strides = {array->row_bytes(), array->row_bytes() * array->rows()};
    if (box.empty()) return cudaSuccess;
    if (!fits(corner.x, box.width, array->row_bytes()) ||
        !fits(corner.y, box.height, array->rows()) || !fits(corner.z, box.depth, array->slices()))
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was asked for {} bytes of {} rows of {} slices from byte {}, row {}, "
                        "slice {} of an array that has {} bytes, {} rows, {} slices",
                        call.api, box.width, box.height, box.depth, corner.x, corner.y, corner.z,
                        array->row_bytes(), array->rows(), array->slices()));
    address = reinterpret_cast<void*>(array->address + corner.x + corner.y * strides.pitch +
                                      corner.z * strides.slice);
    return cudaSuccess;
}

cudaError_t range_in_array(Call& call, const ArrayCorner& corner, std::uint64_t bytes,
                           void*& address) {
    const Array* array = nullptr;
    if (const cudaError_t error = find_array(call, corner.array, array); error != cudaSuccess)
        return error;
    if (bytes == 0) return cudaSuccess;
    const bool begins_inside = corner.x < array->row_bytes() && corner.y < array->rows();
    const std::uint64_t at = begins_inside ? corner.y * array->row_bytes() + corner.x : 0;
    if (!begins_inside || !fits(at, bytes, array->row_bytes() * array->rows()))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was asked for {} bytes from byte {} of row {} of an array "
                                     "of {} rows of {} bytes",
                                     call.api, bytes, corner.x, corner.y, array->rows(),
                                     array->row_bytes()));
    address = reinterpret_cast<void*>(array->address + at);
    return cudaSuccess;
}

} // namespace vgpu::runtime
