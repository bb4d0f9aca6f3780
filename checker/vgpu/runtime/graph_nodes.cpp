#include "vgpu/runtime/graph_nodes.hpp"

#include "vgpu/runtime/virtual_time.hpp"

#include <utility>

namespace vgpu::runtime {

cudaError_t KernelContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    LaunchRequest now = request;
    now.stream = stream;
    const CurrentDevice runs_it(device);
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

cudaError_t HostContent::make_work(Call& call, cudaStream_t /*stream*/, Work& work) const {
    work = work_of_host_function(call.api,
                                 [&runtime = call.runtime, function = function, data = data] {
                                     if (!runtime.device_lost()) // not called after a fault
                                         host_program().run_host_function(function, data);
                                 });
    return cudaSuccess;
}

cudaError_t EventContent::make_work(Call& call, cudaStream_t /*stream*/, Work& work) const {
    if (!call.runtime.streams.knows(event))
        return call.fail(cudaErrorInvalidResourceHandle,
                         "an event of the graph has been destroyed since the node was made");
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

Work work_of_host_function(const char* api, std::function<void()> function) {
    return {.name = api,
            .run = [function = std::move(function)](const WorkPlace&) -> Lasting {
                host_thread().in_host_function = true;
                function();
                host_thread().in_host_function = false;
                return nanoseconds_of_host_function;
            },
            .on_host = true};
}

} // namespace vgpu::runtime
