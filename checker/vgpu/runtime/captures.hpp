// Streams that are being captured: what they are given becomes nodes of a graph.
//
// A capture begins in one stream. Another stream joins it when it waits for an event that was
// recorded within (a fork), and its nodes have to come before the end (a join). What would make
// work outside of the capture depend on it, or the other way round, invalidates the capture: its
// end gives no graph (CUDA C++ programming guide, "Creating a Graph Using Stream Capture").
#pragma once

#include "vgpu/runtime/graphs.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace vgpu::runtime {

struct Call;
struct HostThread;

struct Capture {
    std::uint64_t number = 0;
    QueueId origin = 0;
    const HostThread* thread = nullptr; // that began it
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    CUgraph_st* graph = nullptr;
    bool made_graph = true; // or was given one to add to
    bool invalid = false;
    // For each queue, including the origin: the nodes that its next node comes after.
    std::map<QueueId, std::vector<CUgraphNode_st*>> ends;
    std::vector<CUgraphNode_st*> left_over; // of streams that were destroyed
};

class Captures {
  public:
    bool any() const { return !captures_.empty(); }
    Capture& begin(QueueId queue, cudaStreamCaptureMode mode, CUgraph_st& graph);
    void end(Capture& capture);
    // Null: it is not being captured.
    Capture* of(QueueId queue);
    Capture* numbered(std::uint64_t number);
    void join(Capture& capture, QueueId queue, const std::vector<CUgraphNode_st*>& after);
    // The stream is gone. If its capture began there, nothing can end it any more.
    void stream_gone(QueueId queue, Graphs& graphs);
    // Whether streams of the capture have nodes that its first stream does not come after.
    static bool is_unjoined(const Capture& capture);

    template <class Body>
    void for_each(Body&& body) {
        for (auto& [number, capture] : captures_) body(*capture);
    }
    void clear(Graphs& graphs, int device);

  private:
    std::uint64_t last_number_ = 0;
    std::map<std::uint64_t, std::unique_ptr<Capture>> captures_;
    std::map<QueueId, Capture*> of_queue_;
};

// A call is about to give work to a stream that exists: the capture that takes it, or null. An
// error when the capture is invalid already, or when the legacy stream would have to wait for a
// stream that is being captured.
cudaError_t look_for_capture(Call& call, cudaStream_t stream, Capture*& capture);
// The same, for a stream that may not exist.
cudaError_t check_stream(Call& call, cudaStream_t stream, Capture*& capture);
// Refuses a call that cannot be captured if the stream is being captured.
cudaError_t refuse_capture(Call& call, cudaStream_t stream);
// Refuses a call that concerns all streams of the device if one of them is being captured.
cudaError_t refuse_captures_of(Call& call, int device);
// Calls that are "potentially unsafe", since they may wait for streams that they do not name (CUDA
// Runtime API, cudaThreadExchangeStreamCaptureMode).
bool is_unsafe_while_capturing(std::string_view api);
// Refuses such a call if a capture forbids it. A capture in relaxed mode does not.
cudaError_t refuse_while_capturing(Call& call);
// A node takes the place of the work.
cudaError_t capture_node(Call& call, Capture& capture, cudaStream_t stream, cudaGraphNodeType type,
                         std::shared_ptr<const NodeContent> content);
// The error, and the capture has no graph to give.
cudaError_t invalidate(Call& call, Capture& capture, cudaError_t error, std::string why);

} // namespace vgpu::runtime
