// Batches of copies and of boxes. All of a list is looked at before the first of it is done.
#include "vgpu/runtime/array_copies.hpp"
#include "vgpu/runtime/batches.hpp"

#include <fmt/core.h>

#include <vector>

using namespace vgpu::runtime;

namespace {

cudaError_t check_order(Call& call, cudaMemcpySrcAccessOrder order, unsigned flags) {
    if (order != cudaMemcpySrcAccessOrderStream && order != cudaMemcpySrcAccessOrderDuringApiCall &&
        order != cudaMemcpySrcAccessOrderAny)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("srcAccessOrder {} is unknown", static_cast<int>(order)));
    if ((flags & ~unsigned{cudaMemcpyFlagPreferOverlapWithCompute}) != 0)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    return cudaSuccess;
}

cudaError_t copy_all(Call& call, std::vector<CopyRequest>& requests, cudaStream_t stream) {
    for (CopyRequest& request : requests) {
        request.asynchronous = true;
        request.stream = stream;
        Pointer source, destination;
        if (const cudaError_t error = check(call, request, source, destination);
            error != cudaSuccess)
            return error;
    }
    for (const CopyRequest& request : requests)
        if (const cudaError_t error = copy(call, request); error != cudaSuccess) return error;
    return cudaSuccess;
}

// One side of a copy of a box, whose width counts elements of `element` bytes.
cudaError_t place_side(Call& call, const cudaMemcpy3DOperand& operand, std::uint64_t element,
                       const CopyRequest& request, void*& address, Strides& strides) {
    if (operand.type == cudaMemcpyOperandTypeArray)
        return place_in_array(call,
                              {operand.op.array.array, operand.op.array.offset.x * element,
                               operand.op.array.offset.y, operand.op.array.offset.z},
                              request.box, address, strides);
    const Box& box = request.box;
    const std::uint64_t row = operand.op.ptr.rowLength * element, rows = operand.op.ptr.layerHeight;
    if ((row != 0 && row < box.width) || (rows != 0 && rows < box.height))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("rows of {} bytes, or layers of {} rows, are too small for "
                                     "boxes of {} bytes and {} rows",
                                     row, rows, box.width, box.height));
    strides.pitch = row != 0 ? row : box.width;
    strides.slice = strides.pitch * (rows != 0 ? rows : box.height);
    address = operand.op.ptr.ptr;
    return cudaSuccess;
}

// Arrays know the size of their elements; without an array an element is a byte.
cudaError_t element_of(Call& call, const cudaMemcpy3DBatchOp& operation, std::uint64_t& element) {
    element = 0;
    for (const cudaMemcpy3DOperand* side : {&operation.src, &operation.dst}) {
        if (side->type == cudaMemcpyOperandTypePointer) continue;
        if (side->type != cudaMemcpyOperandTypeArray)
            return call.fail(cudaErrorInvalidValue, fmt::format("operands of type {} are unknown",
                                                                static_cast<int>(side->type)));
        const Array* array = nullptr;
        if (const cudaError_t error = find_array(call, side->op.array.array, array);
            error != cudaSuccess)
            return error;
        if (element != 0 && element != array->element_bytes())
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("the elements of the two arrays have {} and {} bytes",
                                         element, array->element_bytes()));
        element = array->element_bytes();
    }
    if (element == 0) element = 1;
    return cudaSuccess;
}

cudaError_t request_of(Call& call, const cudaMemcpy3DBatchOp& operation, CopyRequest& request) {
    if (const cudaError_t error = check_order(call, operation.srcAccessOrder, operation.flags);
        error != cudaSuccess)
        return error;
    std::uint64_t element = 1;
    if (const cudaError_t error = element_of(call, operation, element); error != cudaSuccess)
        return error;
    const cudaExtent& extent = operation.extent;
    request.box = {0, extent.height, extent.depth};
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0 ||
        __builtin_mul_overflow(extent.width, element, &request.box.width))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("a box of {} by {} by {} elements is none", extent.width,
                                     extent.height, extent.depth));
    request.to_array = operation.dst.type == cudaMemcpyOperandTypeArray;
    request.from_array = operation.src.type == cudaMemcpyOperandTypeArray;
    request.reads_at_once = operation.srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
    void* from = nullptr;
    cudaError_t error = place_side(call, operation.src, element, request, from, request.from);
    request.source = from;
    if (error == cudaSuccess)
        error = place_side(call, operation.dst, element, request, request.destination, request.to);
    return error;
}

} // namespace

extern "C" {

cudaError_t cudaMemcpyBatchAsync(void* const* destinations, const void* const* sources,
                                 const size_t* sizes, size_t count,
                                 cudaMemcpyAttributes* attributes, size_t* first,
                                 size_t attribute_count, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_batch(call, stream); error != cudaSuccess) return error;
        const auto to = fetch_list(destinations, count);
        const auto from = fetch_list(sources, count);
        const auto bytes = fetch_list(sizes, count);
        const auto known = fetch_list(attributes, attribute_count);
        const auto begins = fetch_list(first, attribute_count);
        if (!to || !from || !bytes || !known || !begins) return no_list(call);
        if (const cudaError_t error = check_first(call, *begins, count); error != cudaSuccess)
            return error;
        for (const cudaMemcpyAttributes& each : *known)
            if (const cudaError_t error = check_order(call, each.srcAccessOrder, each.flags);
                error != cudaSuccess)
                return error;
        std::vector<CopyRequest> requests(count);
        std::size_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            at = set_of(*begins, at, i);
            if ((*bytes)[i] == 0)
                return call.fail(cudaErrorInvalidValue,
                                 fmt::format("copy {} of the batch has 0 bytes", i));
            requests[i] = {(*to)[i], (*from)[i], {(*bytes)[i]}, {}, {}, cudaMemcpyDefault};
            requests[i].reads_at_once =
                (*known)[at].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
        }
        return copy_all(call, requests, stream);
    });
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* operations,
                                   unsigned long long flags, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_batch(call, stream); error != cudaSuccess) return error;
        if (flags != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        const auto list = fetch_list(operations, count);
        if (!list) return no_list(call);
        std::vector<CopyRequest> requests(count);
        for (std::size_t i = 0; i < count; ++i)
            if (const cudaError_t error = request_of(call, (*list)[i], requests[i]);
                error != cudaSuccess)
                return error;
        return copy_all(call, requests, stream);
    });
}

} // extern "C"
