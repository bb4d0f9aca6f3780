// Copies and sets, of arrays, of rows and of boxes.
#include "vgpu/runtime/array_copies.hpp"
#include "vgpu/runtime/call_checks.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

CopyRequest rows(void* destination, size_t destination_pitch, const void* source,
                 size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
    return {destination, source, {width, height}, {destination_pitch}, {source_pitch}, kind};
}

// The address of a box's corner in pitched memory.
void* corner(const cudaPitchedPtr& memory, const cudaPos& position) {
    return static_cast<char*>(memory.ptr) + position.x + position.y * memory.pitch +
           position.z * memory.pitch * memory.ysize;
}

Strides strides_of(const cudaPitchedPtr& memory) {
    return {memory.pitch, memory.pitch * memory.ysize};
}

// One side of a copy with an array: a corner in one, which counts elements, or in pitched memory,
// which counts bytes.
cudaError_t place_side(Call& call, cudaArray_const_t array, const cudaPitchedPtr& memory,
                       const cudaPos& position, const CopyRequest& request, void*& address,
                       Strides& strides) {
    if (array != nullptr) {
        const Array* found = nullptr;
        if (const cudaError_t error = find_array(call, array, found); error != cudaSuccess)
            return error;
        std::uint64_t x = 0;
        if (__builtin_mul_overflow(position.x, found->element_bytes(), &x))
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("a position given to {} is out of the array", call.api));
        return place_in_array(call, {array, x, position.y, position.z}, request.box, address,
                              strides);
    }
    address = corner(memory, position);
    strides = strides_of(memory);
    if (!request.box.empty() && request.box.depth > 1 && request.box.height > memory.ysize)
        return call.fail(cudaErrorInvalidPitchValue,
                         fmt::format("the box given to {} is higher than a slice", call.api));
    return cudaSuccess;
}

// If a side is an array, the extent counts that array's elements.
template <class Parameters>
cudaError_t request_box_of_array(Call& call, const Parameters* parameters, CopyRequest& request) {
    const bool to_array = parameters->dstArray != nullptr;
    const bool from_array = parameters->srcArray != nullptr;
    if ((to_array && parameters->dstPtr.ptr != nullptr) ||
        (from_array && parameters->srcPtr.ptr != nullptr))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given an array and a pointer for one side", call.api));
    std::uint64_t element = 0;
    for (const cudaArray_const_t handle : {parameters->srcArray, parameters->dstArray}) {
        if (handle == nullptr) continue;
        const Array* array = nullptr;
        if (const cudaError_t error = find_array(call, handle, array); error != cudaSuccess)
            return error;
        if (element != 0 && element != array->element_bytes())
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("the elements of the two arrays given to {} have {} and "
                                         "{} bytes",
                                         call.api, element, array->element_bytes()));
        element = array->element_bytes();
    }
    const cudaExtent& extent = parameters->extent;
    std::uint64_t width = 0;
    if (__builtin_mul_overflow(extent.width, element, &width))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("the box given to {} is too wide", call.api));
    request.box = {width, extent.height, extent.depth};
    request.to_array = to_array;
    request.from_array = from_array;
    void* source = nullptr;
    cudaError_t error = place_side(call, parameters->dstArray, parameters->dstPtr,
                                   parameters->dstPos, request, request.destination, request.to);
    if (error == cudaSuccess)
        error = place_side(call, parameters->srcArray, parameters->srcPtr, parameters->srcPos,
                           request, source, request.from);
    request.source = source;
    return error;
}

// The box that cudaMemcpy3D and its kin ask for; Parameters is one of their two structs.
template <class Parameters>
cudaError_t request_box(Call& call, const Parameters* parameters, CopyRequest& request) {
    if (parameters == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given a null pointer", call.api));
    if (parameters->srcArray != nullptr || parameters->dstArray != nullptr)
        return request_box_of_array(call, parameters, request);
    request.destination = corner(parameters->dstPtr, parameters->dstPos);
    request.source = corner(parameters->srcPtr, parameters->srcPos);
    const cudaExtent& extent = parameters->extent;
    request.box = {extent.width, extent.height, extent.depth};
    request.to = strides_of(parameters->dstPtr);
    request.from = strides_of(parameters->srcPtr);
    if (!request.box.empty() && ((extent.depth > 1 && (extent.height > parameters->srcPtr.ysize ||
                                                       extent.height > parameters->dstPtr.ysize))))
        return call.fail(cudaErrorInvalidPitchValue,
                         fmt::format("the box given to {} is higher than a slice", call.api));
    return cudaSuccess;
}

} // namespace

cudaError_t vgpu::runtime::request_of(Call& call, const cudaMemcpy3DParms* parameters,
                                      CopyRequest& request) {
    const cudaError_t error = request_box(call, parameters, request);
    if (error == cudaSuccess) request.kind = parameters->kind;
    return error;
}

namespace {

cudaError_t copy_box(Call& call, const cudaMemcpy3DParms* parameters, bool asynchronous,
                     cudaStream_t stream) {
    CopyRequest request;
    if (const cudaError_t error = request_of(call, parameters, request); error != cudaSuccess)
        return error;
    request.asynchronous = asynchronous;
    request.stream = stream;
    return copy(call, request);
}

cudaError_t copy_box_between(Call& call, const cudaMemcpy3DPeerParms* parameters, bool asynchronous,
                             cudaStream_t stream) {
    CopyRequest request;
    if (const cudaError_t error = request_box(call, parameters, request); error != cudaSuccess)
        return error;
    for (const int device : {parameters->srcDevice, parameters->dstDevice})
        if (!call.has_device(device))
            return call.fail(
                cudaErrorInvalidDevice,
                fmt::format("there is no device {} (WORKBOOK_DEVICES sets how many)", device));
    request.kind = cudaMemcpyDeviceToDevice;
    request.asynchronous = asynchronous;
    request.stream = stream;
    return copy(call, request);
}

cudaError_t check_box(Call& call, const cudaPitchedPtr& memory, const cudaExtent& extent) {
    if (extent.depth <= 1 || extent.width == 0 || extent.height <= memory.ysize) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("the box given to {} is higher than a slice", call.api));
}

// One row that is wider than its pitch; with more rows copy() looks.
cudaError_t check_row(Call& call, const CopyRequest& request) {
    if (request.box.height != 1 ||
        (request.box.width <= request.to.pitch && request.box.width <= request.from.pitch))
        return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("the pitch given to {} is less than the {} bytes of a row",
                                 call.api, request.box.width));
}

SetRequest box(const cudaPitchedPtr& memory, int value, const cudaExtent& extent) {
    return {memory.ptr, value, {extent.width, extent.height, extent.depth}, strides_of(memory)};
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy(call, plain_copy(destination, source, bytes, kind));
    });
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy(call, in_stream(stream, plain_copy(destination, source, bytes, kind)));
    });
}

cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                         size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        const CopyRequest request =
            rows(destination, destination_pitch, source, source_pitch, width, height, kind);
        const cudaError_t error = check_row(call, request);
        return error != cudaSuccess ? error : copy(call, request);
    });
}

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const CopyRequest request =
            rows(destination, destination_pitch, source, source_pitch, width, height, kind);
        const cudaError_t error = check_row(call, request);
        return error != cudaSuccess ? error : copy(call, in_stream(stream, request));
    });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
    return api_call(__func__,
                    [&](Call& call) { return copy_box(call, parameters, false, nullptr); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) { return copy_box(call, parameters, true, stream); });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
    return api_call(__func__,
                    [&](Call& call) { return copy_box_between(call, parameters, false, nullptr); });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
    return api_call(__func__,
                    [&](Call& call) { return copy_box_between(call, parameters, true, stream); });
}

cudaError_t cudaMemset(void* destination, int value, size_t bytes) {
    return api_call(__func__, [&](Call& call) {
        return set(call, {destination, value, {bytes}, {}});
    });
}

cudaError_t cudaMemsetAsync(void* destination, int value, size_t bytes, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return set(call, in_stream(stream, SetRequest{destination, value, {bytes}, {}}));
    });
}

cudaError_t cudaMemset2D(void* destination, size_t pitch, int value, size_t width, size_t height) {
    return api_call(__func__, [&](Call& call) {
        return set(call, {destination, value, {width, height}, {pitch}});
    });
}

cudaError_t cudaMemset2DAsync(void* destination, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return set(call,
                   in_stream(stream, SetRequest{destination, value, {width, height}, {pitch}}));
    });
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_box(call, memory, extent);
        return error != cudaSuccess ? error : set(call, box(memory, value, extent));
    });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                              cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_box(call, memory, extent);
        return error != cudaSuccess ? error
                                    : set(call, in_stream(stream, box(memory, value, extent)));
    });
}

} // extern "C"
