#include "vgpu/runtime/graph_nodes.hpp"

#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

cudaError_t KernelContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    LaunchRequest now = request;
    now.stream = stream;
    const CurrentDevice device_of_launch(device);
    return work_of_launch(call, now, work);
}

cudaError_t CopyContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    CopyRequest now = request;
    now.stream = stream;
    work = work_of_copy(call, now, source, destination, api);
    return cudaSuccess;
}

cudaError_t SetContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    SetRequest now = request;
    now.stream = stream;
    work = work_of_set(call, now, destination, api);
    return cudaSuccess;
}

cudaError_t HostContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    call.runtime.record_order({{field::type, event_type::host_function}, {field::api, call.api}},
                              stream);
    work = work_of_host_function(call.api,
                                 [&runtime = call.runtime, function = function, data = data] {
                                     if (!runtime.device_lost()) // not called after a fault
                                         host_program().run_host_function(function, data);
                                 });
    return cudaSuccess;
}

cudaError_t EventContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    if (!call.runtime.streams.knows(event))
        return call.fail(cudaErrorInvalidResourceHandle,
                         "an event of the graph has been destroyed since the node was made");
    call.runtime.record_order({{field::type, records ? event_type::record : event_type::wait},
                               {field::api, call.api},
                               {field::event, event->number}},
                              stream);
    work = {.name = call.api, .run = nullptr};
    if (records) work.run = [](const WorkPlace&) { return nanoseconds_of_event; };
    return cudaSuccess;
}

void EventContent::before(Call& call, QueueId queue) const {
    if (!records && call.runtime.streams.knows(event) && event->recorded)
        call.runtime.work.order_after(queue, *event->recorded);
}

void EventContent::after(Call& call, QueueId queue) const {
    if (!records || !call.runtime.streams.knows(event)) return;
    event->recorded = call.runtime.work.point(queue);
    event->captured.reset();
}

std::string KernelContent::describe(Call& call) const {
    const CurrentDevice on(device);
    Kernel* kernel = nullptr;
    const bool is_there = find_kernel(call, request.function, kernel) == cudaSuccess;
    const dim3 &grid = request.grid, &block = request.block;
    return fmt::format("{}\ngrid ({}, {}, {}), block ({}, {}, {}), {} bytes of shared memory",
                       is_there ? call.device().kernel_name(*kernel->on(device).id) : "a kernel",
                       grid.x, grid.y, grid.z, block.x, block.y, block.z,
                       request.dynamic_shared_bytes);
}

std::string CopyContent::describe(Call& /*call*/) const {
    return fmt::format("copy\n{} bytes from {:#x} to {:#x}", request.box.bytes(), source.address,
                       destination.address);
}

std::string SetContent::describe(Call& /*call*/) const {
    return fmt::format("set\n{} bytes at {:#x} to {:#x}, {} at a time", request.box.bytes(),
                       destination.address, static_cast<unsigned>(request.value), request.element);
}

std::string HostContent::describe(Call& /*call*/) const {
    return fmt::format("host function\n{:#x}({:#x})", function, data);
}

std::string EventContent::describe(Call& /*call*/) const {
    return fmt::format("{} event\n{:#x}", records ? "record" : "wait for",
                       reinterpret_cast<std::uint64_t>(event));
}

namespace {

// While such an object exists, its thread must not call CUDA.
class InHostFunction {
  public:
    InHostFunction() { host_thread().in_host_function = true; }
    ~InHostFunction() { host_thread().in_host_function = false; }
    InHostFunction(const InHostFunction&) = delete;
    InHostFunction& operator=(const InHostFunction&) = delete;
};

} // namespace

Work work_of_host_function(const char* api, std::function<void()> function) {
    return {.name = api,
            .run = [function = std::move(function)](const WorkPlace&) -> Lasting {
                const InHostFunction marked;
                function();
                return nanoseconds_of_host_function;
            },
            .on_host = true};
}

} // namespace vgpu::runtime
