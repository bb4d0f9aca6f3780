// Copies of rows to and from CUDA arrays.
#include "vgpu/runtime/array_copies.hpp"
#include "vgpu/runtime/call_checks.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

// The parameters that all these calls have besides source and destination.
struct Rows {
    std::uint64_t width = 0, height = 1;
    cudaMemcpyKind kind = cudaMemcpyDefault;
    bool asynchronous = false;
    cudaStream_t stream = nullptr;
};

CopyRequest request_of(const Rows& rows) {
    CopyRequest request;
    request.box = {rows.width, rows.height};
    request.kind = rows.kind;
    request.asynchronous = rows.asynchronous;
    request.stream = rows.stream;
    return request;
}

cudaError_t check_pitch(Call& call, std::uint64_t width, std::uint64_t pitch) {
    if (width <= pitch) return cudaSuccess;
    return call.fail(
        cudaErrorInvalidPitchValue,
        fmt::format("the pitch given to {} is less than the {} bytes of a row", call.api, width));
}

// The array is the device's side.
cudaError_t copy_to(Call& call, const ArrayCorner& to, const void* from, std::uint64_t pitch,
                    const Rows& rows) {
    CopyRequest request = request_of(rows);
    request.source = from;
    request.from = {pitch};
    request.to_array = true;
    cudaError_t error = place_in_array(call, to, request.box, request.destination, request.to);
    if (error == cudaSuccess) error = check_pitch(call, rows.width, pitch);
    if (error == cudaSuccess) error = check_kind(call, rows.kind, cudaMemcpyHostToDevice);
    return error != cudaSuccess ? error : copy(call, request);
}

cudaError_t copy_from(Call& call, void* to, std::uint64_t pitch, const ArrayCorner& from,
                      const Rows& rows) {
    CopyRequest request = request_of(rows);
    request.destination = to;
    request.to = {pitch};
    request.from_array = true;
    void* address = nullptr;
    cudaError_t error = place_in_array(call, from, request.box, address, request.from);
    if (error == cudaSuccess) error = check_pitch(call, rows.width, pitch);
    if (error == cudaSuccess) error = check_kind(call, rows.kind, cudaMemcpyDeviceToHost);
    request.source = address;
    return error != cudaSuccess ? error : copy(call, request);
}

cudaError_t copy_bytes_to(Call& call, const ArrayCorner& to, const void* from, const Rows& rows) {
    CopyRequest request = request_of(rows);
    request.source = from;
    request.to_array = true;
    cudaError_t error = range_in_array(call, to, rows.width, request.destination);
    if (error == cudaSuccess) error = check_kind(call, rows.kind, cudaMemcpyHostToDevice);
    return error != cudaSuccess ? error : copy(call, request);
}

cudaError_t copy_bytes_from(Call& call, void* to, const ArrayCorner& from, const Rows& rows) {
    CopyRequest request = request_of(rows);
    request.destination = to;
    request.from_array = true;
    void* address = nullptr;
    cudaError_t error = range_in_array(call, from, rows.width, address);
    if (error == cudaSuccess) error = check_kind(call, rows.kind, cudaMemcpyDeviceToHost);
    request.source = address;
    return error != cudaSuccess ? error : copy(call, request);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_to(call, {to, x, y}, from, pitch, {width, height, kind});
    });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_to(call, {to, x, y}, from, pitch, {width, height, kind, true, stream});
    });
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_from(call, to, pitch, {from, x, y}, {width, height, kind});
    });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_from(call, to, pitch, {from, x, y}, {width, height, kind, true, stream});
    });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        CopyRequest request = request_of(Rows{width, height, kind});
        request.to_array = request.from_array = true;
        void* source = nullptr;
        cudaError_t error =
            place_in_array(call, {to, to_x, to_y}, request.box, request.destination, request.to);
        if (error == cudaSuccess)
            error = place_in_array(call, {from, from_x, from_y}, request.box, source, request.from);
        request.source = source;
        return error != cudaSuccess ? error : copy(call, request);
    });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_bytes_to(call, {to, x, y}, from, {bytes, 1, kind});
    });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                   size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_bytes_to(call, {to, x, y}, from, {bytes, 1, kind, true, stream});
    });
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_bytes_from(call, to, {from, x, y}, {bytes, 1, kind});
    });
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_bytes_from(call, to, {from, x, y}, {bytes, 1, kind, true, stream});
    });
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes,
                                   cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        CopyRequest request = request_of(Rows{bytes, 1, kind});
        request.to_array = request.from_array = true;
        void* source = nullptr;
        cudaError_t error = range_in_array(call, {to, to_x, to_y}, bytes, request.destination);
        if (error == cudaSuccess)
            error = range_in_array(call, {from, from_x, from_y}, bytes, source);
        request.source = source;
        return error != cudaSuccess ? error : copy(call, request);
    });
}

} // extern "C"
