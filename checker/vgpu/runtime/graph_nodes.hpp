// What a node of a graph does: the work of one launch is made of it.
#pragma once

#include "vgpu/runtime/copies.hpp"
#include "vgpu/runtime/launch.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace vgpu::runtime {

struct NodeContent {
    NodeContent() = default;
    virtual ~NodeContent() = default;
    NodeContent(const NodeContent&) = delete;
    NodeContent& operator=(const NodeContent&) = delete;

    // The work of one launch into the stream; all that can be wrong is found here.
    virtual cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const = 0;
    // The node's text in a picture of the graph.
    virtual std::string describe(Call& call) const = 0;
    // What orders it beyond the graph: before it is submitted to the queue, and after.
    virtual void before(Call& /*call*/, QueueId /*queue*/) const {}
    virtual void after(Call& /*call*/, QueueId /*queue*/) const {}
};

struct KernelContent : NodeContent {
    LaunchRequest request; // with its parameters, without a stream
    int device = 0;
    // Attributes that were set but have no effect here; the others are in the request.
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
};

struct CopyContent : NodeContent {
    CopyRequest request;
    Pointer source, destination; // as they were when the node was made
    const char* api = "";

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
};

struct SetContent : NodeContent {
    SetRequest request;
    Pointer destination;
    const char* api = "";

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
};

struct HostContent : NodeContent {
    std::uint64_t function = 0, data = 0;

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
};

struct EventContent : NodeContent {
    cudaEvent_t event = nullptr;
    bool records = false; // or it is waited for

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
    void before(Call& call, QueueId queue) const override;
    void after(Call& call, QueueId queue) const override;
};

// Calls a function of the program's, in the order of the queue. It runs without the runtime's lock:
// it may take its time, and wait for other threads that call CUDA.
Work work_of_host_function(const char* api, std::function<void()> function);

} // namespace vgpu::runtime
