// Graphs as the program names them: nodes with what comes before each, graphs made of them, and
// what a graph becomes when it is made ready to launch.
//
// A launch puts the work of each node into the work queues (graph_launch.hpp), where it runs like
// any other. Nodes that nothing orders have to stand in different queues: a plan divides a graph
// into branches, each of which is in one order.
#pragma once

#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/user_objects.hpp"
#include "vgpu/runtime/work_queues.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vgpu::runtime {

struct NodeContent;    // graph_nodes.hpp: what the node does
struct GraphCondition; // graph_condition_values.hpp

// What has to be known of a step when it is launched.
struct GraphStep {
    CUgraphNode_st* node = nullptr; // null: nothing but a place in the order
    std::size_t branch = 0;
    std::vector<std::size_t> after; // steps of other branches
    bool is_awaited = false;        // by a step of another branch
};

struct GraphPlan {
    std::vector<GraphStep> steps; // in an order that the edges allow
    std::size_t branches = 0;
};

// The queues of the branches but the first, which is in the queue of the stream.
struct GraphBranches {
    GraphBranches(WorkQueues& of, int on_device, std::size_t count);
    ~GraphBranches();
    GraphBranches(const GraphBranches&) = delete;
    GraphBranches& operator=(const GraphBranches&) = delete;

    WorkQueues& work;
    int device;
    std::vector<QueueId> queues;
};

} // namespace vgpu::runtime

// What cudaGraph_t and its kin point at (the toolkit only declares these types).
struct CUgraphNode_st {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::uint64_t number = 0;   // of no other node, ever
    std::uint64_t original = 0; // of a copy: the number of the node that it was made of
    CUgraph_st* graph = nullptr;
    std::vector<CUgraphNode_st*> after;
    std::shared_ptr<const vgpu::runtime::NodeContent> content; // null: an empty one, or a child
    std::unique_ptr<CUgraph_st> child;
    std::vector<std::unique_ptr<CUgraph_st>> bodies; // of a conditional node
    bool enabled = true;
};
struct CUgraph_st {
    int device = 0;
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes; // in the order in which they were made
    CUgraphNode_st* parent = nullptr;                   // whose child or body it is
    std::size_t captures = 0;                           // that add to it
    vgpu::runtime::UserReferences references;
    std::vector<std::shared_ptr<vgpu::runtime::GraphCondition>> conditions; // of its handles
    std::size_t size() const; // with the nodes of its children and bodies
};
struct CUgraphExec_st {
    std::unique_ptr<CUgraph_st> graph; // a copy
    std::uint64_t flags = 0;
    vgpu::runtime::GraphPlan plan;
    std::shared_ptr<vgpu::runtime::GraphBranches> branches;
    std::optional<vgpu::runtime::WorkPoint> last; // launch, which the next one comes after
    std::uint64_t last_launch = 0;                // its number, in a profile
};

namespace vgpu::runtime {

class Graphs {
  public:
    // Nodes in one graph, including those of its children.
    static constexpr std::size_t most_nodes = 16384;
    // Branches that can run concurrently. If a graph has more, some run one after the other without
    // need.
    static constexpr std::size_t most_branches = 16;
    static constexpr std::size_t most_depth = 32; // of children in children

    CUgraph_st* create(int device);
    // Null when the graph is full.
    CUgraphNode_st* add(CUgraph_st& graph, cudaGraphNodeType type,
                        std::vector<CUgraphNode_st*> after,
                        std::shared_ptr<const NodeContent> content);
    // A copy of the child becomes the content of a new node.
    CUgraphNode_st* add_child(CUgraph_st& graph, std::vector<CUgraphNode_st*> after,
                              const CUgraph_st& child);
    void add_bodies(CUgraphNode_st& node, std::size_t count);
    void remove(CUgraphNode_st& node);
    CUgraph_st* clone(const CUgraph_st& graph);
    bool destroy(CUgraph_st* graph);

    // Null: the graph has a cycle. `cyclic` is a node of it.
    CUgraphExec_st* make_ready(const CUgraph_st& graph, CUgraphNode_st** cyclic);
    bool destroy(CUgraphExec_st* exec) { return execs_.erase(exec) != 0; }

    bool knows(const CUgraph_st* graph) const { return known_graphs_.contains(graph); }
    bool knows(const CUgraphNode_st* node) const { return known_nodes_.contains(node); }
    bool knows(const CUgraphExec_st* exec) const { return execs_.contains(exec); }

    template <class Body>
    void for_each_graph(Body&& body) const {
        for (const auto& [handle, graph] : graphs_) body(*graph);
    }
    template <class Body>
    void for_each_exec(Body&& body) const {
        for (const auto& [handle, exec] : execs_) body(*exec);
    }
    void clear(int device);

  private:
    static bool fits(const CUgraph_st& graph, const CUgraph_st& child);
    std::unique_ptr<CUgraph_st> copy(const CUgraph_st& graph);
    void note(CUgraph_st& graph);
    void forget(CUgraph_st& graph);

    std::uint64_t last_number_ = 0;
    std::unordered_map<const CUgraph_st*, std::unique_ptr<CUgraph_st>> graphs_;
    std::unordered_map<const CUgraphExec_st*, std::unique_ptr<CUgraphExec_st>> execs_;
    std::unordered_set<const CUgraph_st*> known_graphs_; // those of nodes, too
    std::unordered_set<const CUgraphNode_st*> known_nodes_;
};

// The nodes in an order that the edges allow; fewer than there are when some are in a cycle.
std::vector<CUgraphNode_st*> in_order(const CUgraph_st& graph);
std::optional<GraphPlan> plan_of(const CUgraph_st& graph, CUgraphNode_st** cyclic);
// The copy of the node; null: there is none.
CUgraphNode_st* find_copy(const CUgraph_st& of_copies, const CUgraphNode_st& original);
// The graph that it is a child or a body in, or in one of its children or bodies; or itself.
const CUgraph_st& root_of(const CUgraph_st& graph);
CUgraph_st& root_of(CUgraph_st& graph);
std::size_t depth_of(const CUgraph_st& graph);

} // namespace vgpu::runtime
