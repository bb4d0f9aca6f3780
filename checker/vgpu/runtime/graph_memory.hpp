// Memory that graphs allocate and free when they are launched: what their memory nodes do.
//
// A node has its address from the moment it is made, and the graph's other nodes are made with it.
// Nothing is there until a launch allocates it (CUDA C++ programming guide, "Graph Memory Nodes").
#pragma once

#include "vgpu/runtime/graph_nodes.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace vgpu::runtime {

struct MemoryRequest {
    std::uint64_t bytes = 0;
    int device = 0;
    std::uint32_t users = 0; // devices with access, a bit each
};

// What an allocation node does. Its address is free again when no graph has the node any more and
// no launch's allocation is left.
struct AllocationContent final : NodeContent, std::enable_shared_from_this<AllocationContent> {
    explicit AllocationContent(Runtime& of) : runtime(of) {}
    ~AllocationContent() override;

    Runtime& runtime;
    MemoryRequest request;
    std::uint64_t address = 0;

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
    void before(Call& call, QueueId queue) const override;
};

struct FreeContent final : NodeContent {
    explicit FreeContent(Runtime& of) : runtime(of) {}
    ~FreeContent() override;

    Runtime& runtime;
    std::uint64_t address = 0;

    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
    void before(Call& call, QueueId queue) const override;
};

// Takes an address for a new node.
cudaError_t content_of(Call& call, const MemoryRequest& request,
                       std::shared_ptr<const AllocationContent>& content);
// What the program's parameters ask for.
cudaError_t request_of(Call& call, const cudaMemPoolProps& pool,
                       const cudaMemAccessDesc* descriptions, std::size_t count,
                       std::uint64_t bytes, MemoryRequest& request);
// Memory has at most one node that frees it, in whichever graph.
cudaError_t content_of_free(Call& call, const void* pointer,
                            std::shared_ptr<const NodeContent>& content);

// Memory nodes and conditional nodes belong to one graph: an error of a call that would copy it or
// make it a child, and for memory nodes also of one that takes nodes or edges away.
cudaError_t refuse_single(Call& call, const CUgraph_st& graph);
cudaError_t refuse_memory_nodes(Call& call, const CUgraph_st& graph);
// Whether the graph can be made ready: only once at a time.
cudaError_t check_ready_once(Call& call, const CUgraph_st& graph);
// Prepares a launch. Memory that an earlier launch allocated must be free, or is freed now in the
// queue (cudaGraphInstantiateFlagAutoFreeOnLaunch). Memory that the graph frees must be allocated.
cudaError_t begin_launch(Call& call, const CUgraphExec_st& exec, QueueId queue);

// cudaFree and cudaFreeAsync of such memory. `queue`: the queue of the free; nullopt: at once.
cudaError_t release_graph_memory(Call& call, std::uint64_t address, std::optional<QueueId> queue);

} // namespace vgpu::runtime
