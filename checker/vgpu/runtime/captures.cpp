#include "vgpu/runtime/captures.hpp"

#include "vgpu/runtime/graph_nodes.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vgpu::runtime {
namespace {

// Whether the capture keeps the calling thread from unsafe calls.
bool forbids(const Capture& capture) {
    const HostThread& thread = host_thread();
    if (thread.capture_mode == cudaStreamCaptureModeRelaxed) return false;
    if (capture.thread == &thread) return capture.mode != cudaStreamCaptureModeRelaxed;
    return thread.capture_mode == cudaStreamCaptureModeGlobal &&
           capture.mode == cudaStreamCaptureModeGlobal;
}
void add_ancestors(const std::vector<CUgraphNode_st*>& of,
                   std::unordered_set<const CUgraphNode_st*>& known) {
    std::vector<const CUgraphNode_st*> open(of.begin(), of.end());
    while (!open.empty()) {
        const CUgraphNode_st* node = open.back();
        open.pop_back();
        if (!known.insert(node).second) continue;
        open.insert(open.end(), node->after.begin(), node->after.end());
    }
}

} // namespace

bool is_unsafe_while_capturing(std::string_view api) {
    static constexpr std::string_view names[] = {
        "cudaMalloc",       "cudaMallocPitch",   "cudaMalloc3D", "cudaMallocManaged",
        "cudaMallocHost",   "cudaHostAlloc",     "cudaFree",     "cudaFreeHost",
        "cudaHostRegister", "cudaHostUnregister"};
    return std::ranges::find(names, api) != std::end(names);
}

Capture& Captures::begin(QueueId queue, cudaStreamCaptureMode mode, CUgraph_st& graph) {
    auto capture = std::make_unique<Capture>();
    capture->number = ++last_number_;
    capture->origin = queue;
    capture->thread = &host_thread();
    capture->mode = mode;
    capture->graph = &graph;
    ++graph.captures;
    capture->ends[queue];
    Capture& result = *capture;
    of_queue_[queue] = &result;
    captures_.emplace(result.number, std::move(capture));
    return result;
}

void Captures::end(Capture& capture) {
    --capture.graph->captures;
    std::erase_if(of_queue_, [&](const auto& entry) { return entry.second == &capture; });
    captures_.erase(capture.number);
}

Capture* Captures::of(QueueId queue) {
    const auto at = of_queue_.find(queue);
    return at == of_queue_.end() ? nullptr : at->second;
}

Capture* Captures::numbered(std::uint64_t number) {
    const auto at = captures_.find(number);
    return at == captures_.end() ? nullptr : at->second.get();
}

void Captures::join(Capture& capture, QueueId queue, const std::vector<CUgraphNode_st*>& after) {
    of_queue_[queue] = &capture;
    std::vector<CUgraphNode_st*>& ends = capture.ends[queue];
    for (CUgraphNode_st* node : after)
        if (std::ranges::find(ends, node) == ends.end()) ends.push_back(node);
}

void Captures::stream_gone(QueueId queue, Graphs& graphs) {
    Capture* capture = of(queue);
    if (capture == nullptr) return;
    if (capture->origin == queue) {
        CUgraph_st* graph = capture->made_graph ? capture->graph : nullptr;
        end(*capture);
        if (graph != nullptr) graphs.destroy(graph);
        return;
    }
    const auto ends = capture->ends.find(queue);
    capture->left_over.insert(capture->left_over.end(), ends->second.begin(), ends->second.end());
    capture->ends.erase(ends);
    of_queue_.erase(queue);
}

bool Captures::is_unjoined(const Capture& capture) {
    std::unordered_set<const CUgraphNode_st*> joined;
    add_ancestors(capture.ends.at(capture.origin), joined);
    const auto is_out = [&](const CUgraphNode_st* node) { return !joined.contains(node); };
    if (std::ranges::any_of(capture.left_over, is_out)) return true;
    return std::ranges::any_of(
        capture.ends, [&](const auto& entry) { return std::ranges::any_of(entry.second, is_out); });
}

void Captures::clear(Graphs& graphs, int device) {
    for (auto at = captures_.begin(); at != captures_.end();) {
        Capture& capture = *(at++)->second;
        if (capture.graph->device != device) continue;
        CUgraph_st* graph = capture.made_graph ? capture.graph : nullptr;
        end(capture);
        if (graph != nullptr) graphs.destroy(graph);
    }
}

cudaError_t invalidate(Call& call, Capture& capture, cudaError_t error, std::string why) {
    capture.invalid = true;
    return call.fail(error, std::move(why));
}

cudaError_t look_for_capture(Call& call, cudaStream_t stream, Capture*& capture) {
    capture = nullptr;
    Runtime& runtime = call.runtime;
    if (!runtime.captures.any()) return cudaSuccess;
    const QueueId queue = runtime.streams.queue_of(stream, Call::current_device());
    capture = runtime.captures.of(queue);
    if (capture != nullptr && capture->invalid)
        return call.fail(cudaErrorStreamCaptureInvalidated,
                         fmt::format("{} was given a stream whose capture failed before: end it "
                                     "with cudaStreamEndCapture",
                                     call.api));
    if (capture != nullptr || !runtime.work.is_legacy(queue)) return cudaSuccess;
    bool is_implied = false;
    runtime.captures.for_each([&](Capture& one) {
        for (const auto& [other, ends] : one.ends)
            if (runtime.work.is_ordered_with(queue, other)) is_implied = one.invalid = true;
    });
    if (!is_implied) return cudaSuccess;
    return call.fail(cudaErrorStreamCaptureImplicit,
                     fmt::format("{} uses the legacy default stream, which would have to wait for "
                                 "a stream that is being captured: make that stream with "
                                 "cudaStreamNonBlocking, or name another one here",
                                 call.api));
}

cudaError_t check_stream(Call& call, cudaStream_t stream, Capture*& capture) {
    const cudaError_t error = check_stream(call, stream);
    return error != cudaSuccess ? error : look_for_capture(call, stream, capture);
}

cudaError_t refuse_capture(Call& call, cudaStream_t stream) {
    Capture* capture = nullptr;
    const cudaError_t error = look_for_capture(call, stream, capture);
    if (error != cudaSuccess || capture == nullptr) return error;
    return invalidate(call, *capture, cudaErrorStreamCaptureUnsupported,
                      fmt::format("{} cannot be used while the stream is being captured: its work "
                                  "runs only when the graph is launched",
                                  call.api));
}

cudaError_t refuse_captures_of(Call& call, int device) {
    bool any = false;
    call.runtime.captures.for_each([&](Capture& one) {
        if (one.graph->device == device) any = one.invalid = true;
    });
    if (!any) return cudaSuccess;
    return call.fail(
        cudaErrorStreamCaptureUnsupported,
        fmt::format("{} cannot be used while a stream of the device is being captured", call.api));
}

cudaError_t refuse_while_capturing(Call& call) {
    bool any = false;
    call.runtime.captures.for_each([&](Capture& one) {
        if (forbids(one)) any = one.invalid = true;
    });
    if (!any) return cudaSuccess;
    return call.fail(cudaErrorStreamCaptureUnsupported,
                     fmt::format("{} is not permitted while a stream is being captured: call it "
                                 "before the capture begins, or begin it with "
                                 "cudaStreamCaptureModeRelaxed",
                                 call.api));
}

cudaError_t capture_node(Call& call, Capture& capture, cudaStream_t stream, cudaGraphNodeType type,
                         std::shared_ptr<const NodeContent> content) {
    const QueueId queue = call.runtime.streams.queue_of(stream, Call::current_device());
    std::vector<CUgraphNode_st*>& ends = capture.ends[queue];
    CUgraphNode_st* node = call.runtime.graphs.add(*capture.graph, type, ends, std::move(content));
    if (node == nullptr)
        return invalidate(call, capture, cudaErrorMemoryAllocation,
                          fmt::format("the graph has {} nodes, which is all that the virtual GPU "
                                      "has room for",
                                      Graphs::most_nodes));
    ends = {node};
    return cudaSuccess;
}

} // namespace vgpu::runtime
