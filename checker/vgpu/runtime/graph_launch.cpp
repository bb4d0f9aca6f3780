#include "vgpu/runtime/graph_launch.hpp"

#include "vgpu/runtime/graph_conditions.hpp"
#include "vgpu/runtime/graph_memory.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

// Work that is made later belongs to no graph.
class GraphPlaceGuard {
  public:
    explicit GraphPlaceGuard(Runtime& runtime) : runtime_(runtime) {}
    ~GraphPlaceGuard() { runtime_.graph_place.reset(); }
    GraphPlaceGuard(const GraphPlaceGuard&) = delete;
    GraphPlaceGuard& operator=(const GraphPlaceGuard&) = delete;

  private:
    Runtime& runtime_;
};

// A step of a graph that is launched, before it is submitted.
struct ReadyStep {
    const GraphStep& step;
    const NodeContent* content = nullptr;
    Work work{};
    WorkPoint point{};
};

cudaError_t make_steps(Call& call, CUgraphExec_st& exec, cudaStream_t stream,
                       std::vector<ReadyStep>& ready) {
    Runtime& runtime = call.runtime;
    runtime.record_order({{field::type, event_type::graph_launch},
                          {field::api, call.api},
                          {field::graph, ++runtime.graph_launches},
                          {field::nodes, exec.plan.steps.size()},
                          {field::after, exec.last_launch}},
                         stream);
    exec.last_launch = runtime.graph_launches;
    ready.reserve(exec.plan.steps.size());
    for (const GraphStep& step : exec.plan.steps) {
        ReadyStep& one = ready.emplace_back(ReadyStep{step});
        one.work.name = call.api;
        runtime.graph_place = {runtime.graph_launches, step.branch, step.after, ready.size() - 1};
        if (step.node == nullptr || !step.node->enabled || !step.node->content) {
            runtime.record_order({{field::type, event_type::join}, {field::api, call.api}}, stream);
            continue;
        }
        if (!step.node->bodies.empty()) {
            one.work = work_of_conditional(call, *step.node);
            continue;
        }
        one.content = step.node->content.get();
        if (const cudaError_t error = one.content->make_work(call, stream, one.work);
            error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

} // namespace

cudaError_t check_graph(Call& call, const CUgraph_st* graph) {
    if (call.runtime.graphs.knows(graph)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a graph that does not exist", call.api));
}

cudaError_t check_node(Call& call, const CUgraphNode_st* node) {
    if (call.runtime.graphs.knows(node)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a node that does not exist", call.api));
}

cudaError_t check_exec(Call& call, const CUgraphExec_st* exec) {
    if (call.runtime.graphs.knows(exec)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given an executable graph that does not exist: "
                                 "cudaGraphInstantiate makes one of a graph",
                                 call.api));
}

// The nodes in a list of the program's; they have to be of the graph.
cudaError_t read_nodes(Call& call, const CUgraph_st& graph, const cudaGraphNode_t* list,
                       std::size_t count, std::vector<CUgraphNode_st*>& nodes) {
    if (count > graph.nodes.size())
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given {} nodes of a graph that has {}", call.api,
                                     count, graph.nodes.size()));
    nodes.resize(count);
    if (count != 0 &&
        (list == nullptr || !host_program().read_bytes(reinterpret_cast<std::uint64_t>(list),
                                                       nodes.data(), count * sizeof nodes[0])))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("the list of nodes given to {} cannot be read", call.api));
    for (const CUgraphNode_st* node : nodes) {
        if (const cudaError_t error = check_node(call, node); error != cudaSuccess) return error;
        if (node->graph != &graph)
            return call.fail(cudaErrorInvalidValue, "one of the nodes is of another graph");
    }
    return cudaSuccess;
}

cudaError_t launch_graph(Call& call, cudaGraphExec_t exec, cudaStream_t stream) {
    WorkQueues& queues = call.runtime.work;
    const int device = call.runtime.streams.device_of(stream, Call::current_device());
    const QueueId first = call.runtime.streams.queue_of(stream, Call::current_device());
    const std::size_t others = exec->plan.branches > 1 ? exec->plan.branches - 1 : 0;
    if (others != 0 && (!exec->branches || exec->branches->device != device))
        exec->branches = std::make_shared<GraphBranches>(queues, device, others);

    // CUDA Runtime API, cudaGraphLaunch: launches of one executable graph come one after the other.
    if (exec->last) queues.order_after(first, *exec->last);
    if (const cudaError_t error = begin_launch(call, *exec, first); error != cudaSuccess)
        return error;
    const GraphPlaceGuard forget(call.runtime);
    std::vector<ReadyStep> ready;
    if (const cudaError_t error = make_steps(call, *exec, stream, ready); error != cudaSuccess)
        return error;
    const auto queue_of = [&](const GraphStep& step) {
        return step.branch == 0 ? first : exec->branches->queues[step.branch - 1];
    };

    if (has_conditions(*exec->graph)) submit(call, first, work_of_first_values(call, *exec->graph));
    if (others != 0) {
        submit(call, first, {.name = call.api, .run = nullptr});
        const WorkPoint begin = queues.point(first);
        for (std::size_t i = 0; i < others; ++i)
            queues.order_after(exec->branches->queues[i], begin);
    }
    for (ReadyStep& one : ready) {
        const QueueId queue = queue_of(one.step);
        for (const std::size_t before : one.step.after)
            queues.order_after(queue, ready[before].point);
        if (one.content) one.content->before(call, queue);
        submit(call, queue, std::move(one.work));
        if (one.content) one.content->after(call, queue);
        if (one.step.is_awaited) one.point = queues.point(queue);
    }
    if (others != 0) {
        for (std::size_t i = 0; i < others; ++i)
            queues.order_after(first, queues.point(exec->branches->queues[i]));
        submit(call, first, {.name = call.api, .run = nullptr});
    }
    exec->last = queues.point(first);
    return cudaSuccess;
}

cudaError_t capture_graph(Call& call, Capture& capture, cudaGraphExec_t exec, cudaStream_t stream) {
    if (const cudaError_t error = refuse_single(call, *exec->graph); error != cudaSuccess) {
        capture.invalid = true;
        return error;
    }
    const QueueId queue = call.runtime.streams.queue_of(stream, Call::current_device());
    std::vector<CUgraphNode_st*>& ends = capture.ends[queue];
    CUgraphNode_st* node = call.runtime.graphs.add_child(*capture.graph, ends, *exec->graph);
    if (node == nullptr)
        return invalidate(call, capture, cudaErrorMemoryAllocation,
                          "the graph would have more nodes than the virtual GPU has room for");
    ends = {node};
    return cudaSuccess;
}

} // namespace vgpu::runtime
