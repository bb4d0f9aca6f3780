// Streams: making them, waiting for them, and for all of them.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "vgpu/runtime/waits.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

using namespace vgpu::runtime;

namespace {

namespace field = workbook::wire::trace_field;

nlohmann::json of_stream(Call& call, cudaStream_t stream) {
    return {{field::stream, call.runtime.streams.number_of(stream)},
            {field::device, call.runtime.streams.device_of(stream, Call::current_device())}};
}

cudaError_t create(Call& call, cudaStream_t* stream, unsigned flags, int priority) {
    if (stream == nullptr) return null_answer(call);
    if ((flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("stream flags {:#x} are unknown", flags));
    const int clamped = priority > 0                   ? 0
                        : priority < greatest_priority ? greatest_priority
                                                       : priority;
    *stream = call.runtime.streams.create(call.current_device(), flags, clamped);
    call.runtime.note_place(*stream);
    return cudaSuccess;
}

// A question about a stream, answered by a function of it; default streams have no flags.
template <class Value, class Answer>
cudaError_t ask(Call& call, cudaStream_t stream, Value* value, Answer&& answer) {
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (value == nullptr) return null_answer(call);
    CUstream_st standard;
    standard.device = call.current_device();
    *value = answer(Streams::is_default(stream) ? standard : *stream);
    return cudaSuccess;
}

constexpr cudaStreamAttrID stream_attributes[] = {
    cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeSynchronizationPolicy,
    cudaLaunchAttributePriority, cudaLaunchAttributeMemSyncDomainMap,
    cudaLaunchAttributeMemSyncDomain};

cudaError_t check_attribute(Call& call, cudaStream_t stream, cudaStreamAttrID attribute) {
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (std::ranges::find(stream_attributes, attribute) != std::end(stream_attributes))
        return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} is not an attribute of streams", static_cast<int>(attribute)));
}

// Kept and answered. The virtual GPU uses none of them, not even the priority.
cudaStreamAttrValue attribute_of(Call& call, cudaStream_t stream, cudaStreamAttrID attribute) {
    cudaStreamAttrValue value;
    std::memset(&value, 0, sizeof value);
    if (attribute == cudaLaunchAttributePriority) {
        value.priority = Streams::is_default(stream) ? 0 : stream->priority;
        return value;
    }
    const auto& kept = call.runtime.stream_attributes;
    const auto at = kept.find({stream, attribute});
    if (at != kept.end()) return at->second;
    if (attribute == cudaLaunchAttributeSynchronizationPolicy) // what an H200 says
        std::memset(&value.syncPolicy, 0xff, sizeof value.syncPolicy);
    return value;
}

void set_attribute(Call& call, cudaStream_t stream, cudaStreamAttrID attribute,
                   const cudaStreamAttrValue& value) {
    if (attribute != cudaLaunchAttributePriority)
        call.runtime.stream_attributes[{stream, attribute}] = value;
    else if (!Streams::is_default(stream))
        stream->priority = std::clamp(value.priority, greatest_priority, 0);
}

} // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return api_call(__func__, [&](Call& call) { return create(call, stream, 0, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return api_call(__func__, [&](Call& call) { return create(call, stream, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return api_call(__func__, [&](Call& call) { return create(call, stream, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess)
            return error;
        std::erase_if(call.runtime.stream_attributes,
                      [&](const auto& entry) { return entry.first.first == stream; });
        if (!Streams::is_default(stream))
            call.runtime.captures.stream_gone(stream->queue, call.runtime.graphs);
        if (!call.runtime.streams.destroy(stream))
            return call.fail(cudaErrorInvalidResourceHandle,
                             "a default stream cannot be destroyed");
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = check_stream(call, stream);
        if (error == cudaSuccess) error = refuse_capture(call, stream);
        if (error == cudaSuccess) error = refuse_while_capturing(call);
        return error != cudaSuccess
                   ? error
                   : synchronize(call, point_of(call, stream), of_stream(call, stream));
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = check_stream(call, stream);
        if (error == cudaSuccess) error = refuse_capture(call, stream);
        if (error == cudaSuccess) error = refuse_while_capturing(call);
        return error != cudaSuccess ? error
                                    : query(call, point_of(call, stream), of_stream(call, stream));
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return api_call(__func__, [&](Call& call) {
        return ask(call, stream, priority, [](const CUstream_st& it) { return it.priority; });
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return api_call(__func__, [&](Call& call) {
        return ask(call, stream, flags, [](const CUstream_st& it) { return it.flags; });
    });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return api_call(__func__, [&](Call& call) {
        return ask(call, stream, id, [](const CUstream_st& it) { return it.number; });
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return api_call(__func__, [&](Call& call) {
        return ask(call, stream, device, [](const CUstream_st& it) { return it.device; });
    });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_attribute(call, stream, attribute);
            error != cudaSuccess)
            return error;
        if (value == nullptr) return null_answer(call);
        *value = attribute_of(call, stream, attribute);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_attribute(call, stream, attribute);
            error != cudaSuccess)
            return error;
        if (value == nullptr) return null_answer(call);
        set_attribute(call, stream, attribute, *value);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    return api_call(__func__, [&](Call& call) {
        for (const cudaStream_t stream : {to, from})
            if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess)
                return error;
        for (const cudaStreamAttrID attribute : stream_attributes)
            set_attribute(call, to, attribute, attribute_of(call, from, attribute));
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return api_call(__func__, [&](Call&) {
        if (least != nullptr) *least = 0;
        if (greatest != nullptr) *greatest = greatest_priority;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSynchronize() {
    return api_call(__func__, [](Call& call) {
        const int device = call.current_device();
        const cudaError_t error = refuse_captures_of(call, device);
        return error != cudaSuccess ? error
                                    : synchronize(call, call.runtime.work.point_of_device(device),
                                                  nlohmann::json::object());
    });
}

} // extern "C"
