// Waiting for a point of the work, and asking whether it is reached, as a program does it with
// streams, events and devices.
#pragma once

#include "vgpu/runtime/runtime.hpp"

#include <nlohmann/json.hpp>

namespace vgpu::runtime {

inline QueueId queue_of(Call& call, cudaStream_t stream) {
    return call.runtime.streams.queue_of(stream, call.current_device());
}

inline WorkPoint point_of(Call& call, cudaStream_t stream) {
    return call.runtime.work.point(queue_of(call, stream));
}

// `of`: the event or the stream that is waited for, for a profile.
cudaError_t synchronize(Call& call, WorkPoint point, const nlohmann::json& of);

// A question does not wait: the first one leaves everything as it is. Asked again while nothing
// else happened it lets one piece of work run, so that a program that asks until it is done comes
// to an end.
cudaError_t query(Call& call, WorkPoint point, const nlohmann::json& of);

} // namespace vgpu::runtime
