#include "vgpu/runtime/launch.hpp"

#include "vgpu/runtime/graph_nodes.hpp"
#include "vgpu/runtime/host_program.hpp"
#include "vgpu/runtime/launch_checks.hpp"
#include "vgpu/runtime/launch_run.hpp"
#include "wire/trace_fields.hpp"

#include <nlohmann/json.hpp>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using nlohmann::json;

json event_of(Call& call, const LaunchRequest& request, const std::string& kernel,
              std::uint64_t static_shared_bytes, cudaError_t error) {
    const dim3& grid = request.grid;
    const dim3& block = request.block;
    return {{field::type, event_type::launch},
            {field::api, call.api},
            {field::kernel, kernel.substr(0, 4096)},
            {field::grid, {grid.x, grid.y, grid.z}},
            {field::block, {block.x, block.y, block.z}},
            {field::static_shared_bytes, static_shared_bytes},
            {field::dynamic_shared_bytes, request.dynamic_shared_bytes},
            {field::cooperative, request.cooperative},
            {field::device, Call::current_device()},
            {field::stream, call.runtime.streams.number_of(request.stream)},
            {field::non_blocking, call.runtime.streams.is_apart(request.stream)},
            {field::error, static_cast<int>(error)},
            {field::counters, json::object()}};
}

// Asking for the call stack costs as much as a small launch, so it is done for kernels of libraries
// only: a program's own kernels have lines.
bool is_of_library(const std::string& kernel) {
    const std::string_view name = std::string_view(kernel).substr(0, kernel.find_first_of("<("));
    return name.find("cub::") != std::string_view::npos ||
           name.find("thrust::") != std::string_view::npos;
}

// Whether events are recorded or printed: loops of many small launches should not pay for it.
bool wants_event(const Runtime& runtime) {
    return runtime.trace.recording() || runtime.settings.trace_lines;
}

// Records the launch in the trace; with an error, that it failed.
json tell(Call& call, const LaunchRequest& request, const CheckedLaunch& checked, cudaError_t error,
          Trace::Ticket& ticket) {
    json event;
    if (wants_event(call.runtime))
        event = event_of(call, request, checked.name, checked.static_shared_bytes, error);
    call.runtime.note_order(event, request.stream);
    if (!event.is_null() && checked.kernel != nullptr && checked.kernel->module->text != 0)
        event[field::text] = checked.kernel->module->text;
    ticket = call.runtime.trace.add_event(event);
    call.runtime.wanted_launches.note_told();
    return event;
}

} // namespace

cudaError_t complete(Call& call, LaunchRequest& request) {
    CheckedLaunch checked;
    const cudaError_t error = check_launch(call, request, checked);
    request.parameters = std::move(checked.bytes);
    request.arguments = nullptr;
    return error;
}

cudaError_t work_of_launch(Call& call, const LaunchRequest& request, Work& work) {
    CheckedLaunch checked;
    const cudaError_t error = check_launch(call, request, checked);
    Trace::Ticket ticket = 0;
    json event = tell(call, request, checked, error, ticket);
    if (error != cudaSuccess) return error;

    auto pending = std::make_shared<PendingLaunch>();
    pending->id = *checked.kernel->on(Call::current_device()).id;
    pending->config.grid = {request.grid.x, request.grid.y, request.grid.z};
    pending->config.block = {request.block.x, request.block.y, request.block.z};
    pending->config.dynamic_shared_bytes = request.dynamic_shared_bytes;
    pending->config.cooperative = request.cooperative;
    pending->config.cluster = checked.cluster;
    pending->config.explicit_cluster = checked.explicit_cluster;
    pending->config.device = static_cast<std::uint32_t>(Call::current_device());
    pending->config.reachable = call.runtime.reachable_from(Call::current_device());
    pending->parameters = std::move(checked.parameters);
    pending->name = checked.name;
    pending->event = std::move(event);
    pending->ticket = ticket;
    pending->number = call.runtime.wanted_launches.told();
    if (is_of_library(checked.name)) pending->stack = host_program().call_stack();
    work = {
        .name = std::move(checked.name),
        .run = [&runtime = call.runtime, &device = call.device(), pending](
                   const WorkPlace& place) { return run_launch(runtime, device, *pending, place); },
        .began =
            [&runtime = call.runtime, pending](std::uint64_t begin) {
                runtime.trace.add_begin(pending->ticket, begin);
                for (const auto& [child, later] : pending->children)
                    runtime.trace.add_begin(child, begin + later);
            },
        .is_kernel = true};
    return cudaSuccess;
}

cudaError_t launch(Call& call, const LaunchRequest& request) {
    Capture* capture = nullptr;
    cudaError_t error = check_stream(call, request.stream, capture);
    if (error != cudaSuccess) {
        Trace::Ticket ticket = 0;
        tell(call, request, {}, error, ticket);
        return error;
    }
    // The stream's device runs it, as an H200 does; the programming guide ("Stream and Event
    // Behavior") says that such a launch fails.
    const int current = Call::current_device();
    const CurrentDevice device_of_stream(call.runtime.streams.device_of(request.stream, current));
    if (capture != nullptr) {
        auto content = std::make_shared<KernelContent>();
        content->request = request;
        content->device = Call::current_device();
        if (!Streams::is_default(request.stream))
            content->attributes[cudaLaunchAttributePriority].priority = request.stream->priority;
        if (error = complete(call, content->request); error != cudaSuccess) {
            capture->invalid = true;
            return error;
        }
        return capture_node(call, *capture, request.stream, cudaGraphNodeTypeKernel,
                            std::move(content));
    }
    Work work;
    error = work_of_launch(call, request, work);
    if (error == cudaSuccess) submit(call, request.stream, std::move(work));
    return error;
}

} // namespace vgpu::runtime
