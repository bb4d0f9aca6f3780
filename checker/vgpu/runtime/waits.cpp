#include "vgpu/runtime/waits.hpp"

#include "wire/trace_fields.hpp"

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

cudaError_t synchronize(Call& call, WorkPoint point, const nlohmann::json& of) {
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

cudaError_t query(Call& call, WorkPoint point, const nlohmann::json& of) {
    Runtime& runtime = call.runtime;
    if (const cudaError_t error = runtime.surface(); error != cudaSuccess) return error;
    if (runtime.work.reached(point)) {
        const bool waited = runtime.work.asked_until_over();
        if ((waited || runtime.settings.trace_lines) && runtime.trace.recording()) {
            nlohmann::json event = {{field::type, event_type::query}, {field::api, call.api}};
            if (waited) event[field::waits] = true;
            if (runtime.settings.trace_lines) event.update(of);
            runtime.record(std::move(event));
        }
        return runtime.wait_for(point);
    }
    runtime.work.ask(point);
    return cudaErrorNotReady;
}

} // namespace vgpu::runtime
