// Streams and events: making them, ordering work by them, waiting.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_nodes.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

using namespace vgpu::runtime;

namespace {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

constexpr unsigned event_flags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

cudaError_t check_event(Call& call, cudaEvent_t event) {
    if (call.runtime.streams.knows(event)) return cudaSuccess;
    return call.fail(cudaErrorInvalidResourceHandle,
                     fmt::format("{} was given an event that {}", call.api,
                                 call.runtime.streams.was_destroyed(event) ? "has been destroyed"
                                                                           : "does not exist"));
}

QueueId queue_of(Call& call, cudaStream_t stream) {
    return call.runtime.streams.queue_of(stream, call.current_device());
}

WorkPoint point_of(Call& call, cudaStream_t stream) {
    return call.runtime.work.point(queue_of(call, stream));
}

// Of a call that asks for the time or the end of an event.
cudaError_t refuse_captured(Call& call, cudaEvent_t event) {
    if (!event->captured) return cudaSuccess;
    Capture* capture = call.runtime.captures.numbered(event->captured->capture);
    std::string why = fmt::format("the event given to {} was recorded in a stream that was being "
                                  "captured: it never happens",
                                  call.api);
    return capture == nullptr ? call.fail(cudaErrorInvalidValue, std::move(why))
                              : invalidate(call, *capture, cudaErrorCapturedEvent, std::move(why));
}

// An event that a call may look at or wait for.
cudaError_t check_reachable(Call& call, cudaEvent_t event) {
    if (const cudaError_t error = check_event(call, event); error != cudaSuccess) return error;
    if (const cudaError_t error = refuse_captured(call, event); error != cudaSuccess) return error;
    return refuse_while_capturing(call);
}

// `of`: the event or the stream that is waited for, for a profile.
cudaError_t synchronize(Call& call, const WorkPoint& point, const nlohmann::json& of) {
    const cudaError_t error = call.runtime.wait_for(point);
    nlohmann::json event = {{field::type, event_type::synchronize},
                            {field::api, call.api},
                            {field::error, static_cast<int>(error)}};
    if (call.runtime.settings.trace_lines) {
        event[field::device] = Call::current_device();
        event.update(of);
    }
    call.runtime.record(std::move(event));
    return error;
}

nlohmann::json of_event(cudaEvent_t event) { return {{field::event, event->number}}; }

nlohmann::json of_stream(Call& call, cudaStream_t stream) {
    return {{field::stream, call.runtime.streams.number_of(stream)},
            {field::device, call.runtime.streams.device_of(stream, Call::current_device())}};
}

// A question does not wait: the first one leaves everything as it is. Asked again while nothing
// else happened it lets one piece of work run, so that a program that asks until it is done comes
// to an end.
cudaError_t query(Call& call, const WorkPoint& point, const nlohmann::json& of) {
    Runtime& runtime = call.runtime;
    if (const cudaError_t error = runtime.surface(); error != cudaSuccess) return error;
    if (runtime.work.reached(point)) {
        if (runtime.settings.trace_lines && runtime.trace.recording()) {
            nlohmann::json event = {{field::type, event_type::query}, {field::api, call.api}};
            event.update(of);
            runtime.record(std::move(event));
        }
        return runtime.wait_for(point);
    }
    runtime.work.ask(point);
    return cudaErrorNotReady;
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

cudaError_t record(Call& call, cudaEvent_t event, cudaStream_t stream) {
    if (const cudaError_t error = check_event(call, event); error != cudaSuccess) return error;
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    // CUDA C++ programming guide, "Stream and Event Behavior": recording and timing are of one
    // device, waiting is not.
    const int of_stream = call.runtime.streams.device_of(stream, call.current_device());
    if (event->device != of_stream)
        return call.fail(cudaErrorInvalidResourceHandle,
                         fmt::format("the event belongs to device {} and the stream to device {}",
                                     event->device, of_stream));
    Capture* capture = nullptr;
    if (const cudaError_t error = look_for_capture(call, stream, capture); error != cudaSuccess)
        return error;
    if (capture != nullptr) {
        event->captured = {capture->number, capture->ends[queue_of(call, stream)]};
        return cudaSuccess;
    }
    submit(call, stream,
           {.name = call.api, .run = [](const WorkPlace&) { return nanoseconds_of_event; }});
    event->recorded = point_of(call, stream);
    event->captured.reset();
    call.runtime.record_order(
        {{field::type, event_type::record}, {field::api, call.api}, {field::event, event->number}},
        stream);
    return cudaSuccess;
}

// A node that records the event, or waits for it, whenever the graph is launched.
cudaError_t capture_event(Call& call, Capture& capture, cudaStream_t stream, cudaEvent_t event,
                          bool records) {
    auto content = std::make_shared<EventContent>();
    content->event = event;
    content->records = records;
    return capture_node(call, capture, stream,
                        records ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent,
                        std::move(content));
}

cudaError_t record_external(Call& call, cudaEvent_t event, cudaStream_t stream) {
    if (const cudaError_t error = check_event(call, event); error != cudaSuccess) return error;
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    Capture* capture = nullptr;
    if (const cudaError_t error = look_for_capture(call, stream, capture); error != cudaSuccess)
        return error;
    if (capture == nullptr)
        return call.fail(cudaErrorIllegalState,
                         "cudaEventRecordExternal is for a stream that is being captured");
    return capture_event(call, *capture, stream, event, true);
}

// The stream comes after a record within a capture, and so becomes a part of it.
cudaError_t wait_for_captured(Call& call, cudaStream_t stream, cudaEvent_t event,
                              Capture* of_stream) {
    Captures& captures = call.runtime.captures;
    Capture* capture = captures.numbered(event->captured->capture);
    if (capture == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         "the event was recorded in a capture that has ended: it orders nodes of "
                         "that graph, and no other work");
    if (capture->invalid)
        return call.fail(cudaErrorStreamCaptureInvalidated,
                         "the event was recorded in a capture that failed since");
    if (of_stream != nullptr && of_stream != capture) {
        of_stream->invalid = true;
        return invalidate(call, *capture, cudaErrorStreamCaptureMerge,
                          "the event and the stream are parts of two captures, which would become "
                          "one");
    }
    if (call.runtime.work.is_legacy(queue_of(call, stream)))
        return invalidate(call, *capture, cudaErrorStreamCaptureImplicit,
                          "the legacy default stream cannot become a part of a capture");
    captures.join(*capture, queue_of(call, stream), event->captured->after);
    return cudaSuccess;
}

cudaError_t wait_in_stream(Call& call, cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (const cudaError_t error = check_event(call, event); error != cudaSuccess) return error;
    if (flags != cudaEventWaitDefault && flags != cudaEventWaitExternal)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    if (call.runtime.captures.any() || event->captured) {
        Capture* capture = nullptr;
        if (const cudaError_t error = look_for_capture(call, stream, capture); error != cudaSuccess)
            return error;
        if (capture != nullptr && flags == cudaEventWaitExternal)
            return capture_event(call, *capture, stream, event, false);
        if (event->captured) return wait_for_captured(call, stream, event, capture);
        if (capture != nullptr && event->recorded)
            return invalidate(call, *capture, cudaErrorStreamCaptureIsolation,
                              "the stream is being captured and the event was recorded outside of "
                              "the capture, so no graph could wait for it");
    }
    if (!event->recorded) return cudaSuccess; // as CUDA has it: nothing to wait for
    call.runtime.record_order(
        {{field::type, event_type::wait}, {field::api, call.api}, {field::event, event->number}},
        stream);
    // The record as it is now; that the event is recorded again later changes nothing.
    call.runtime.work.order_after(call.runtime.streams.queue_of(stream, call.current_device()),
                                  *event->recorded);
    if (!call.runtime.work.reached(*event->recorded))
        submit(call, stream, {.name = call.api, .run = nullptr});
    return cudaSuccess;
}

cudaError_t elapsed(Call& call, float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == nullptr) return null_answer(call);
    for (const cudaEvent_t event : {start, end}) {
        if (const cudaError_t error = check_event(call, event); error != cudaSuccess) return error;
        if (const cudaError_t error = refuse_captured(call, event); error != cudaSuccess)
            return error;
        if (!event->recorded || (event->flags & cudaEventDisableTiming) != 0)
            return call.fail(cudaErrorInvalidResourceHandle,
                             event->recorded ? "the event was created without timing"
                                             : "the event was never recorded");
    }
    if (start->device != end->device)
        return call.fail(cudaErrorInvalidResourceHandle,
                         "the two events belong to different devices");
    for (const cudaEvent_t event : {start, end})
        if (const cudaError_t error = query(call, *event->recorded, of_event(event));
            error != cudaSuccess)
            return error;
    const auto time = [](cudaEvent_t event) {
        return static_cast<double>(event->recorded->moment->nanoseconds);
    };
    *milliseconds = static_cast<float>((time(end) - time(start)) / 1e6);
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

cudaError_t create(Call& call, cudaEvent_t* event, unsigned flags) {
    if (event == nullptr) return null_answer(call);
    if ((flags & ~event_flags) != 0)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    if ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0)
        return call.fail(cudaErrorInvalidValue,
                         "an event for several processes must be without timing");
    *event = call.runtime.streams.create_event(call.current_device(), flags);
    call.runtime.note_place(*event);
    return cudaSuccess;
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

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return api_call(__func__,
                    [&](Call& call) { return wait_in_stream(call, stream, event, flags); });
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

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return api_call(__func__, [&](Call& call) { return create(call, event, flags); });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return api_call(__func__, [&](Call& call) { return create(call, event, cudaEventDefault); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_event(call, event); error != cudaSuccess) return error;
        call.runtime.streams.destroy_event(event);
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) { return record(call, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        if (flags == cudaEventRecordExternal) return record_external(call, event, stream);
        return record(call, event, stream);
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_reachable(call, event); error != cudaSuccess)
            return error;
        return query(call, event->recorded.value_or(WorkPoint{}), of_event(event));
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_reachable(call, event); error != cudaSuccess)
            return error;
        return synchronize(call, event->recorded.value_or(WorkPoint{}), of_event(event));
    });
}

// On the virtual clock (virtual_time.hpp), which says nothing of a real GPU's.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return api_call(__func__, [&](Call& call) { return elapsed(call, milliseconds, start, end); });
}

} // extern "C"
