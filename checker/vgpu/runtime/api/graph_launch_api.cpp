// Making graphs ready, and launching them.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_conditions.hpp"
#include "vgpu/runtime/graph_launch.hpp"
#include "vgpu/runtime/graph_memory.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

constexpr unsigned long long known_flags =
    cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
    cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;

cudaError_t instantiate(Call& call, cudaGraphExec_t* exec, cudaGraph_t graph,
                        unsigned long long flags, CUgraphNode_st** cyclic = nullptr) {
    if (exec == nullptr) return null_answer(call);
    if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
    if ((flags & ~known_flags) != 0)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
        return call.fail(Outcome{cudaErrorNotSupported,
                                 "the virtual GPU does not launch graphs from kernels yet", true});
    if (graph->captures != 0)
        return call.fail(cudaErrorIllegalState, "the graph is still being captured");
    if (const cudaError_t error = check_bodies(call, *graph); error != cudaSuccess) return error;
    if (const cudaError_t error = check_ready_once(call, *graph); error != cudaSuccess)
        return error;
    CUgraphExec_st* made = call.runtime.graphs.make_ready(*graph, cyclic);
    if (made == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         "the graph has nodes that come after each other in a circle");
    made->flags = flags;
    *exec = made;
    call.runtime.note_place(made);
    return cudaSuccess;
}

// The destructors of what the graph and its children refer to.
void come_after(CUgraph_st& graph, const WorkPoint& point) {
    graph.references.come_after(point);
    for (const auto& node : graph.nodes) {
        if (node->child) come_after(*node->child, point);
        for (const auto& body : node->bodies) come_after(*body, point);
    }
}

} // namespace

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
    return api_call(__func__, [&](Call& call) { return instantiate(call, exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    return api_call(__func__, [&](Call& call) { return instantiate(call, exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        if (parameters == nullptr) return null_answer(call);
        parameters->errNode_out = nullptr;
        CUgraphNode_st* cyclic = nullptr;
        const cudaError_t error = instantiate(call, exec, graph, parameters->flags, &cyclic);
        parameters->errNode_out = cyclic;
        parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess
                                 : cyclic != nullptr  ? cudaGraphInstantiateInvalidStructure
                                                      : cudaGraphInstantiateError;
        return error;
    });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
    return api_call(__func__, [&](Call& call) {
        if (flags == nullptr) return null_answer(call);
        const cudaError_t error = check_exec(call, exec);
        if (error == cudaSuccess) *flags = exec->flags;
        return error;
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_exec(call, exec);
        if (error != cudaSuccess) return error;
        if (exec->last && !call.runtime.work.reached(*exec->last))
            come_after(*exec->graph, *exec->last);
        call.runtime.graphs.destroy(exec);
        return cudaSuccess;
    });
}

// A graph needs nothing on the virtual GPU before it is launched.
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_exec(call, exec); error != cudaSuccess) return error;
        if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess)
            return error;
        return refuse_capture(call, stream);
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_exec(call, exec); error != cudaSuccess) return error;
        Capture* capture = nullptr;
        if (const cudaError_t error = check_stream(call, stream, capture); error != cudaSuccess)
            return error;
        return capture != nullptr ? capture_graph(call, *capture, exec, stream)
                                  : launch_graph(call, exec, stream);
    });
}

} // extern "C"
