// Streams and events. Everything has run by the time these are called.
#include "vgpu/runtime/runtime.hpp"
#include "vgpu/runtime/twin.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

using namespace vgpu::runtime;

namespace {

constexpr int greatest_priority = -5; // as on recent GPUs; the least is 0
constexpr unsigned event_flags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

cudaError_t bad_stream(Call& call) {
    return call.fail(cudaErrorInvalidResourceHandle,
                     fmt::format("{} was given a stream that does not exist", call.api));
}

cudaError_t bad_event(Call& call) {
    return call.fail(cudaErrorInvalidResourceHandle,
                     fmt::format("{} was given an event that does not exist", call.api));
}

cudaError_t null_answer(Call& call) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a null pointer for its answer", call.api));
}

cudaError_t synchronize(Call& call) {
    const cudaError_t error = call.runtime.wait();
    call.runtime.trace.add_event(
        {{"type", "synchronize"}, {"api", call.api}, {"error", static_cast<int>(error)}});
    return error;
}

cudaError_t create(Call& call, cudaStream_t* stream, unsigned flags, int priority) {
    if (stream == nullptr) return null_answer(call);
    if ((flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("stream flags {:#x} are unknown", flags));
    const int clamped = priority > 0                   ? 0
                        : priority < greatest_priority ? greatest_priority
                                                       : priority;
    *stream = call.runtime.streams.create(flags, clamped);
    return cudaSuccess;
}

// A question about a stream, answered by a function of it; default streams have no flags.
template <class Value, class Answer>
cudaError_t ask(Call& call, cudaStream_t stream, Value* value, Answer&& answer) {
    if (!call.runtime.streams.knows(stream)) return bad_stream(call);
    if (value == nullptr) return null_answer(call);
    const CUstream_st standard;
    *value = answer(Streams::is_default(stream) ? standard : *stream);
    return cudaSuccess;
}

cudaError_t record(Call& call, cudaEvent_t event, cudaStream_t stream) {
    if (!call.runtime.streams.knows(event)) return bad_event(call);
    if (!call.runtime.streams.knows(stream)) return bad_stream(call);
    event->recorded = std::chrono::steady_clock::now();
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
        return call.runtime.streams.destroy(stream) ? cudaSuccess : bad_stream(call);
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.streams.knows(stream) ? synchronize(call) : bad_stream(call);
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.streams.knows(stream) ? call.runtime.wait() : bad_stream(call);
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (!call.runtime.streams.knows(stream)) return bad_stream(call);
        if (!call.runtime.streams.knows(event)) return bad_event(call);
        if (flags != cudaEventWaitDefault && flags != cudaEventWaitExternal)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        return cudaSuccess;
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
        return ask(call, stream, device, [](const CUstream_st&) { return 0; });
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return api_call(__func__, [&](Call& call) {
        return ask(call, stream, status,
                   [](const CUstream_st&) { return cudaStreamCaptureStatusNone; });
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
    return api_call(__func__, [](Call& call) { return synchronize(call); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (event == nullptr) return null_answer(call);
        if ((flags & ~event_flags) != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        *event = call.runtime.streams.create_event(flags);
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.streams.destroy_event(event) ? cudaSuccess : bad_event(call);
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) { return record(call, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        return record(call, event, stream);
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.streams.knows(event) ? call.runtime.wait() : bad_event(call);
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.streams.knows(event) ? synchronize(call) : bad_event(call);
    });
}

// The time that the virtual GPU really took; it says nothing about a GPU's.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return api_call(__func__, [&](Call& call) {
        if (milliseconds == nullptr) return null_answer(call);
        for (const cudaEvent_t event : {start, end}) {
            if (!call.runtime.streams.knows(event)) return bad_event(call);
            if (!event->recorded || (event->flags & cudaEventDisableTiming) != 0)
                return call.fail(cudaErrorInvalidResourceHandle,
                                 event->recorded ? "the event was created without timing"
                                                 : "the event was never recorded");
        }
        *milliseconds =
            std::chrono::duration<float, std::milli>(*end->recorded - *start->recorded).count();
        return cudaSuccess;
    });
}

} // extern "C"

WORKBOOK_TWIN(cudaStreamSynchronize, _ptsz);
WORKBOOK_TWIN(cudaStreamQuery, _ptsz);
WORKBOOK_TWIN(cudaStreamWaitEvent, _ptsz);
WORKBOOK_TWIN(cudaStreamGetPriority, _ptsz);
WORKBOOK_TWIN(cudaStreamGetFlags, _ptsz);
WORKBOOK_TWIN(cudaStreamGetId, _ptsz);
WORKBOOK_TWIN(cudaStreamGetDevice, _ptsz);
WORKBOOK_TWIN(cudaStreamIsCapturing, _ptsz);
WORKBOOK_TWIN(cudaEventRecord, _ptsz);
WORKBOOK_TWIN(cudaEventRecordWithFlags, _ptsz);
WORKBOOK_TWIN(cudaEventElapsedTime, _v2);
