// Capturing a stream: beginning, asking, ending.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_launch.hpp"
#include "vgpu/runtime/program_api.hpp"

#include <fmt/core.h>

#include <algorithm>

using namespace vgpu::runtime;

namespace {

cudaError_t begin(Call& call, cudaStream_t stream, cudaStreamCaptureMode mode, CUgraph_st* into,
                  const std::vector<CUgraphNode_st*>& after) {
    Runtime& runtime = call.runtime;
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (mode != cudaStreamCaptureModeGlobal && mode != cudaStreamCaptureModeThreadLocal &&
        mode != cudaStreamCaptureModeRelaxed)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} is not a mode of captures", static_cast<int>(mode)));
    const QueueId queue = runtime.streams.queue_of(stream, Call::current_device());
    if (runtime.work.is_legacy(queue))
        return call.fail(cudaErrorStreamCaptureUnsupported,
                         "the legacy default stream cannot be captured: make a stream with "
                         "cudaStreamCreate");
    if (runtime.captures.of(queue) != nullptr)
        return call.fail(cudaErrorIllegalState, "the stream is being captured already");
    CUgraph_st* graph = into;
    if (graph == nullptr)
        graph = runtime.graphs.create(runtime.streams.device_of(stream, Call::current_device()));
    Capture& capture = runtime.captures.begin(queue, mode, *graph);
    capture.made_graph = into == nullptr;
    capture.ends[queue] = after;
    return cudaSuccess;
}

cudaError_t end(Call& call, cudaStream_t stream, cudaGraph_t* graph) {
    Runtime& runtime = call.runtime;
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (graph != nullptr) *graph = nullptr;
    const QueueId queue = runtime.streams.queue_of(stream, Call::current_device());
    Capture* capture = runtime.captures.of(queue);
    if (capture == nullptr)
        return call.fail(cudaErrorIllegalState, "the stream is not being captured");
    if (capture->origin != queue)
        return invalidate(call, *capture, cudaErrorStreamCaptureUnmatched,
                          "the capture began in another stream: it has to end there");
    // Whatever is wrong: the capture is over.
    cudaError_t error = cudaSuccess;
    if (capture->thread != &host_thread() && capture->mode != cudaStreamCaptureModeRelaxed)
        error = call.fail(cudaErrorStreamCaptureWrongThread,
                          "another thread began the capture, and its mode is not "
                          "cudaStreamCaptureModeRelaxed");
    else if (capture->invalid)
        error = call.fail(cudaErrorStreamCaptureInvalidated,
                          "a call before this one made the capture invalid, so there is no graph");
    else if (Captures::is_unjoined(*capture))
        error = call.fail(cudaErrorStreamCaptureUnjoined,
                          "a stream that joined the capture has work that this stream does not "
                          "wait for: record an event behind it, and wait for that here");
    CUgraph_st* result = capture->graph;
    const bool has_no_name = graph == nullptr; // nor had it one before
    const bool drop = (error != cudaSuccess || has_no_name) && capture->made_graph;
    runtime.captures.end(*capture);
    if (drop) runtime.graphs.destroy(result);
    if (error == cudaSuccess && graph != nullptr) {
        *graph = result;
        runtime.note_place(result);
    }
    return error;
}

// The capture that a question is about; an error for the legacy stream while it would have to wait
// for one.
cudaError_t find(Call& call, cudaStream_t stream, Capture*& capture) {
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    Runtime& runtime = call.runtime;
    const QueueId queue = runtime.streams.queue_of(stream, Call::current_device());
    capture = runtime.captures.of(queue);
    if (capture != nullptr || !runtime.work.is_legacy(queue)) return cudaSuccess;
    return look_for_capture(call, stream, capture);
}

cudaStreamCaptureStatus status_of(const Capture* capture) {
    return capture == nullptr ? cudaStreamCaptureStatusNone
           : capture->invalid ? cudaStreamCaptureStatusInvalidated
                              : cudaStreamCaptureStatusActive;
}

cudaError_t update(Call& call, cudaStream_t stream, const cudaGraphNode_t* list, std::size_t count,
                   unsigned flags) {
    Capture* capture = nullptr;
    if (const cudaError_t error = check_stream(call, stream, capture); error != cudaSuccess)
        return error;
    if (capture == nullptr)
        return call.fail(cudaErrorIllegalState, "the stream is not being captured");
    if (flags != cudaStreamAddCaptureDependencies && flags != cudaStreamSetCaptureDependencies)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    std::vector<CUgraphNode_st*> nodes;
    if (const cudaError_t error = read_nodes(call, *capture->graph, list, count, nodes);
        error != cudaSuccess)
        return error;
    const QueueId queue = call.runtime.streams.queue_of(stream, Call::current_device());
    if (flags == cudaStreamSetCaptureDependencies) capture->ends[queue].clear();
    call.runtime.captures.join(*capture, queue, nodes);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return api_call(__func__, [&](Call& call) { return begin(call, stream, mode, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* /*data*/, size_t count,
                                          cudaStreamCaptureMode mode) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        if (graph->parent != nullptr && graph->parent->child.get() == graph)
            return call.fail(cudaErrorInvalidValue, "the graph is the child of a node");
        std::vector<CUgraphNode_st*> after;
        const cudaError_t error = read_nodes(call, *graph, dependencies, count, after);
        return error != cudaSuccess ? error : begin(call, stream, mode, graph, after);
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return api_call(__func__, [&](Call& call) { return end(call, stream, graph); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return api_call(__func__, [&](Call& call) {
        if (status == nullptr) return null_answer(call);
        Capture* capture = nullptr;
        const cudaError_t error = find(call, stream, capture);
        if (error == cudaSuccess) *status = status_of(capture);
        return error;
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* data, size_t count,
                                                unsigned flags) {
    return api_call("cudaStreamUpdateCaptureDependencies", [&](Call& call) {
        if (call.runtime.soname_version == 12) // where it has no data
            return update(call, stream, nodes, reinterpret_cast<std::size_t>(data),
                          static_cast<unsigned>(count));
        return update(call, stream, nodes, count, flags);
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                   const cudaGraphEdgeData* /*data*/, size_t count,
                                                   unsigned flags) {
    return api_call(__func__,
                    [&](Call& call) { return update(call, stream, nodes, count, flags); });
}

cudaError_t workbook_capture_info(cudaStream_t stream, int* status, unsigned long long* number,
                                  cudaGraph_t* graph, std::uint64_t room, std::uint64_t* count) {
    return api_call("cudaStreamGetCaptureInfo", [&](Call& call) {
        Capture* capture = nullptr;
        if (const cudaError_t error = find(call, stream, capture); error != cudaSuccess)
            return error;
        *status = status_of(capture);
        const std::uint64_t places = *count;
        *count = 0;
        if (capture == nullptr || capture->invalid) return cudaSuccess;
        *number = capture->number;
        *graph = capture->graph;
        const auto& ends =
            capture->ends[call.runtime.streams.queue_of(stream, Call::current_device())];
        *count = ends.size();
        const std::uint64_t fit = std::min<std::uint64_t>(places, ends.size());
        if (fit != 0 && !host_program().write_bytes(room, ends.data(), fit * sizeof ends[0]))
            return call.fail(cudaErrorInvalidValue, "the place for the nodes cannot be written");
        return cudaSuccess;
    });
}

} // extern "C"
