// Events: making them, recording them in streams, ordering streams by them, waiting for them.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_nodes.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "vgpu/runtime/waits.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

using namespace vgpu::runtime;

namespace {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

cudaError_t check_event(Call& call, cudaEvent_t event) {
    if (call.runtime.streams.knows(event)) return cudaSuccess;
    return call.fail(cudaErrorInvalidResourceHandle,
                     fmt::format("{} was given an event that {}", call.api,
                                 call.runtime.streams.was_destroyed(event) ? "has been destroyed"
                                                                           : "does not exist"));
}

// Refuses a call that asks for the time or the end of an event if it was recorded in a capture.
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

nlohmann::json of_event(cudaEvent_t event) { return {{field::event, event->number}}; }

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
    Capture* capture = nullptr;
    if (const cudaError_t error = check_stream(call, stream, capture); error != cudaSuccess)
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

constexpr unsigned event_flags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

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

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return api_call(__func__,
                    [&](Call& call) { return wait_in_stream(call, stream, event, flags); });
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

// The time is that of the virtual clock (virtual_time.hpp) and says nothing about a real GPU.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return api_call(__func__, [&](Call& call) { return elapsed(call, milliseconds, start, end); });
}

} // extern "C"
