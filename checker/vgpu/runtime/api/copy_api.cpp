// Copies and sets, of arrays, of rows and of __device__ variables.
#include "vgpu/runtime/array_copies.hpp"
#include "vgpu/runtime/call_checks.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

CopyRequest plain(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return {destination, source, {bytes}, {}, {}, kind};
}

CopyRequest rows(void* destination, size_t destination_pitch, const void* source,
                 size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
    return {destination, source, {width, height}, {destination_pitch}, {source_pitch}, kind};
}

CopyRequest in(cudaStream_t stream, CopyRequest request) {
    request.asynchronous = true;
    request.stream = stream;
    return request;
}

SetRequest in(cudaStream_t stream, SetRequest request) {
    request.asynchronous = true;
    request.stream = stream;
    return request;
}

// From the corner of a box in pitched memory.
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

// With an array on a side the extent counts its elements.
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

// Which way a copy from or to a variable may be said to go.
SetRequest box(const cudaPitchedPtr& memory, int value, const cudaExtent& extent) {
    return {memory.ptr, value, {extent.width, extent.height, extent.depth}, strides_of(memory)};
}

// The variable that `&symbol` on the host stands for, with its module loaded.
cudaError_t find_symbol(Call& call, const void* symbol, Variable*& variable) {
    variable = call.runtime.modules.find_variable(symbol);
    if (variable == nullptr)
        return call.fail(
            cudaErrorInvalidSymbol,
            fmt::format("{} was given something that is not a __device__ or __constant__ "
                        "variable of this program: pass the variable itself, not its "
                        "name in a string and not a pointer",
                        call.api));
    Outcome loaded = call.runtime.modules.load(*variable, call.device(), Call::current_device());
    return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
}

cudaError_t find_range(Call& call, const void* symbol, size_t bytes, size_t offset,
                       void*& address) {
    Variable* variable = nullptr;
    if (const cudaError_t error = find_symbol(call, symbol, variable); error != cudaSuccess)
        return error;
    if (offset > variable->bytes || bytes > variable->bytes - offset)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was asked for {} bytes at offset {} of {}, which has {} bytes",
                        call.api, bytes, offset, variable->name, variable->bytes));
    address = reinterpret_cast<void*>(variable->on(Call::current_device()).address + offset);
    return cudaSuccess;
}

} // namespace

cudaError_t vgpu::runtime::request_to_symbol(Call& call, const void* symbol, const void* source,
                                             std::uint64_t bytes, std::uint64_t offset,
                                             cudaMemcpyKind kind, CopyRequest& request) {
    void* address = nullptr;
    if (const cudaError_t error = check_kind(call, kind, cudaMemcpyHostToDevice);
        error != cudaSuccess)
        return error;
    if (const cudaError_t error = find_range(call, symbol, bytes, offset, address);
        error != cudaSuccess)
        return error;
    request = plain(address, source, bytes, kind);
    return cudaSuccess;
}

cudaError_t vgpu::runtime::request_from_symbol(Call& call, void* destination, const void* symbol,
                                               std::uint64_t bytes, std::uint64_t offset,
                                               cudaMemcpyKind kind, CopyRequest& request) {
    void* address = nullptr;
    if (const cudaError_t error = check_kind(call, kind, cudaMemcpyDeviceToHost);
        error != cudaSuccess)
        return error;
    if (const cudaError_t error = find_range(call, symbol, bytes, offset, address);
        error != cudaSuccess)
        return error;
    request = plain(destination, address, bytes, kind);
    return cudaSuccess;
}

namespace {

cudaError_t copy_to_symbol(Call& call, const void* symbol, const void* source, size_t bytes,
                           size_t offset, cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
    CopyRequest request;
    const cudaError_t error = request_to_symbol(call, symbol, source, bytes, offset, kind, request);
    if (error != cudaSuccess) return error;
    return copy(call, stream ? in(*stream, request) : request);
}

cudaError_t copy_from_symbol(Call& call, void* destination, const void* symbol, size_t bytes,
                             size_t offset, cudaMemcpyKind kind,
                             std::optional<cudaStream_t> stream) {
    CopyRequest request;
    const cudaError_t error =
        request_from_symbol(call, destination, symbol, bytes, offset, kind, request);
    if (error != cudaSuccess) return error;
    return copy(call, stream ? in(*stream, request) : request);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return api_call(
        __func__, [&](Call& call) { return copy(call, plain(destination, source, bytes, kind)); });
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy(call, in(stream, plain(destination, source, bytes, kind)));
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
        return error != cudaSuccess ? error : copy(call, in(stream, request));
    });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_to_symbol(call, symbol, source, bytes, offset, kind, std::nullopt);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_to_symbol(call, symbol, source, bytes, offset, kind, stream);
    });
}

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_from_symbol(call, destination, symbol, bytes, offset, kind, std::nullopt);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t bytes,
                                      size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_from_symbol(call, destination, symbol, bytes, offset, kind, stream);
    });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
    return api_call(__func__, [&](Call& call) {
        if (address == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the answer is null");
        return find_range(call, symbol, 0, 0, *address);
    });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
    return api_call(__func__, [&](Call& call) {
        if (bytes == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the answer is null");
        Variable* variable = nullptr;
        const cudaError_t error = find_symbol(call, symbol, variable);
        if (error == cudaSuccess) *bytes = variable->bytes;
        return error;
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
        return set(call, in(stream, SetRequest{destination, value, {bytes}, {}}));
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
        return set(call, in(stream, SetRequest{destination, value, {width, height}, {pitch}}));
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
        return error != cudaSuccess ? error : set(call, in(stream, box(memory, value, extent)));
    });
}

} // extern "C"
