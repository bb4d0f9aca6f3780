#include "vgpu/runtime/graphs.hpp"

#include "vgpu/runtime/graph_nodes.hpp"

#include <algorithm>
#include <array>

std::size_t CUgraph_st::size() const {
    std::size_t count = nodes.size();
    for (const auto& node : nodes) {
        if (node->child) count += node->child->size();
        for (const auto& body : node->bodies) count += body->size();
    }
    return count;
}

namespace vgpu::runtime {
namespace {

// For each branch, the number of its steps that come before a step, including the step itself.
using BranchClock = std::array<std::size_t, Graphs::most_branches>;

class Planner {
  public:
    std::optional<GraphPlan> plan(const CUgraph_st& graph) {
        add(graph, {});
        if (cyclic_ != nullptr) return std::nullopt;
        return std::move(plan_);
    }
    CUgraphNode_st* cyclic() const { return cyclic_; }

  private:
    // Its nodes come after these steps; those that are its ends.
    std::vector<std::size_t> add(const CUgraph_st& graph, const std::vector<std::size_t>& after) {
        const std::vector<CUgraphNode_st*> nodes = in_order(graph);
        if (nodes.size() != graph.nodes.size()) {
            for (const auto& node : graph.nodes)
                if (std::ranges::find(nodes, node.get()) == nodes.end()) cyclic_ = node.get();
            return {};
        }
        std::unordered_map<const CUgraphNode_st*, std::size_t> ends;
        std::unordered_set<std::size_t> open;
        for (CUgraphNode_st* node : nodes) {
            std::vector<std::size_t> before;
            for (const CUgraphNode_st* one : node->after) before.push_back(ends.at(one));
            for (const std::size_t one : before) open.erase(one);
            if (before.empty()) before = after;
            std::size_t end = 0;
            if (node->child && node->enabled)
                end = add_step(nullptr, add(*node->child, before));
            else
                end = add_step(node, before);
            if (cyclic_ != nullptr) return {};
            ends[node] = end;
            open.insert(end);
        }
        if (open.empty()) return after;
        std::vector<std::size_t> result(open.begin(), open.end());
        std::ranges::sort(result);
        return result;
    }

    std::size_t add_step(CUgraphNode_st* node, const std::vector<std::size_t>& after) {
        GraphStep step;
        step.node = node;
        BranchClock clock{};
        for (const std::size_t one : after)
            for (std::size_t branch = 0; branch < clock.size(); ++branch)
                clock[branch] = std::max(clock[branch], clocks_[one][branch]);
        step.branch = branch_for(clock, after);
        std::vector<std::size_t>& mine = branches_[step.branch];
        const BranchClock known = mine.empty() ? BranchClock{} : clocks_[mine.back()];
        for (std::size_t branch = 0; branch < clock.size(); ++branch) {
            if (branch != step.branch && clock[branch] > known[branch]) {
                const std::size_t last = branches_[branch][clock[branch] - 1];
                step.after.push_back(last);
                plan_.steps[last].is_awaited = true;
            }
            clock[branch] = std::max(clock[branch], known[branch]);
        }
        const std::size_t index = plan_.steps.size();
        mine.push_back(index);
        clock[step.branch] = mine.size();
        clocks_.push_back(clock);
        plan_.branches = std::max(plan_.branches, step.branch + 1);
        plan_.steps.push_back(std::move(step));
        return index;
    }

    // One whose steps all come before this one, if there is one.
    std::size_t branch_for(const BranchClock& clock, const std::vector<std::size_t>& after) const {
        for (const std::size_t one : after)
            if (const std::size_t branch = plan_.steps[one].branch;
                clock[branch] == branches_[branch].size())
                return branch;
        for (std::size_t branch = 0; branch < branches_.size(); ++branch)
            if (clock[branch] == branches_[branch].size()) return branch;
        return plan_.steps.size() % branches_.size();
    }

    GraphPlan plan_;
    CUgraphNode_st* cyclic_ = nullptr;
    std::array<std::vector<std::size_t>, Graphs::most_branches> branches_; // their steps
    std::vector<BranchClock> clocks_;                                      // by step
};

template <class Body>
void for_each_inner(const CUgraphNode_st& node, Body&& body) {
    if (node.child) body(*node.child);
    for (const auto& one : node.bodies) body(*one);
}

// And the bodies that run when it is launched.
bool can_be_planned(const CUgraph_st& graph, CUgraphNode_st** cyclic) {
    if (!plan_of(graph, cyclic)) return false;
    return std::ranges::all_of(graph.nodes, [&](const auto& node) {
        bool can = true;
        for_each_inner(
            *node, [&](const CUgraph_st& inner) { can = can && can_be_planned(inner, cyclic); });
        return can;
    });
}

} // namespace

GraphBranches::GraphBranches(WorkQueues& of, int on_device, std::size_t count)
    : work(of), device(on_device) {
    while (queues.size() < count) queues.push_back(work.create(device, false));
}

GraphBranches::~GraphBranches() {
    for (const QueueId queue : queues) work.close(queue);
}

CUgraph_st& root_of(CUgraph_st& graph) {
    CUgraph_st* root = &graph;
    while (root->parent != nullptr) root = root->parent->graph;
    return *root;
}
const CUgraph_st& root_of(const CUgraph_st& graph) {
    return root_of(const_cast<CUgraph_st&>(graph));
}

std::vector<CUgraphNode_st*> in_order(const CUgraph_st& graph) {
    std::unordered_map<const CUgraphNode_st*, std::vector<CUgraphNode_st*>> next;
    std::unordered_map<const CUgraphNode_st*, std::size_t> missing;
    std::vector<CUgraphNode_st*> order;
    for (const auto& node : graph.nodes) {
        for (const CUgraphNode_st* before : node->after) next[before].push_back(node.get());
        missing[node.get()] = node->after.size();
        if (node->after.empty()) order.push_back(node.get());
    }
    for (std::size_t at = 0; at < order.size(); ++at)
        for (CUgraphNode_st* one : next[order[at]])
            if (--missing[one] == 0) order.push_back(one);
    return order;
}

std::optional<GraphPlan> plan_of(const CUgraph_st& graph, CUgraphNode_st** cyclic) {
    Planner planner;
    auto plan = planner.plan(graph);
    if (cyclic != nullptr) *cyclic = planner.cyclic();
    return plan;
}

CUgraphNode_st* find_copy(const CUgraph_st& of_copies, const CUgraphNode_st& original) {
    for (const auto& node : of_copies.nodes) {
        if (node->original == original.number) return node.get();
        CUgraphNode_st* found = nullptr;
        for_each_inner(*node, [&](const CUgraph_st& inner) {
            if (found == nullptr) found = find_copy(inner, original);
        });
        if (found != nullptr) return found;
    }
    return nullptr;
}

std::size_t depth_of(const CUgraph_st& graph) {
    std::size_t deepest = 0;
    for (const auto& node : graph.nodes)
        for_each_inner(
            *node, [&](const CUgraph_st& inner) { deepest = std::max(deepest, depth_of(inner)); });
    return deepest + 1;
}

CUgraph_st* Graphs::create(int device) {
    auto graph = std::make_unique<CUgraph_st>();
    graph->device = device;
    CUgraph_st* handle = graph.get();
    known_graphs_.insert(handle);
    graphs_.emplace(handle, std::move(graph));
    return handle;
}

CUgraphNode_st* Graphs::add(CUgraph_st& graph, cudaGraphNodeType type,
                            std::vector<CUgraphNode_st*> after,
                            std::shared_ptr<const NodeContent> content) {
    if ((graph.parent == nullptr ? graph.nodes.size() : root_of(graph).size()) >= most_nodes)
        return nullptr;
    auto node = std::make_unique<CUgraphNode_st>();
    node->type = type;
    node->number = ++last_number_;
    node->graph = &graph;
    node->after = std::move(after);
    node->content = std::move(content);
    CUgraphNode_st* handle = node.get();
    graph.nodes.push_back(std::move(node));
    known_nodes_.insert(handle);
    return handle;
}

CUgraphNode_st* Graphs::add_child(CUgraph_st& graph, std::vector<CUgraphNode_st*> after,
                                  const CUgraph_st& child) {
    if (!fits(graph, child)) return nullptr;
    std::unique_ptr<CUgraph_st> copied = copy(child); // before the node: it may be the same graph
    CUgraphNode_st* node = add(graph, cudaGraphNodeTypeGraph, std::move(after), nullptr);
    if (node == nullptr) return nullptr;
    copied->parent = node;
    note(*copied);
    node->child = std::move(copied);
    return node;
}

bool Graphs::fits(const CUgraph_st& graph, const CUgraph_st& child) {
    return root_of(graph).size() + child.size() < most_nodes &&
           depth_of(root_of(graph)) + depth_of(child) <= most_depth;
}

void Graphs::remove(CUgraphNode_st& node) {
    CUgraph_st& graph = *node.graph;
    for (const auto& other : graph.nodes) std::erase(other->after, &node);
    for_each_inner(node, [&](CUgraph_st& inner) { forget(inner); });
    known_nodes_.erase(&node);
    std::erase_if(graph.nodes, [&](const auto& one) { return one.get() == &node; });
}

void Graphs::add_bodies(CUgraphNode_st& node, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        auto body = std::make_unique<CUgraph_st>();
        body->device = node.graph->device;
        body->parent = &node;
        note(*body);
        node.bodies.push_back(std::move(body));
    }
}

std::unique_ptr<CUgraph_st> Graphs::copy(const CUgraph_st& graph) {
    auto result = std::make_unique<CUgraph_st>();
    result->device = graph.device;
    result->references = graph.references;
    std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> copies;
    for (const auto& node : graph.nodes) {
        auto one = std::make_unique<CUgraphNode_st>();
        one->type = node->type;
        one->number = ++last_number_;
        one->original = node->number;
        one->graph = result.get();
        one->content = node->content;
        one->enabled = node->enabled;
        if (node->child) {
            one->child = copy(*node->child);
            one->child->parent = one.get();
        }
        for (const auto& body : node->bodies) {
            one->bodies.push_back(copy(*body));
            one->bodies.back()->parent = one.get();
        }
        copies[node.get()] = one.get();
        result->nodes.push_back(std::move(one));
    }
    for (const auto& node : graph.nodes)
        for (const CUgraphNode_st* before : node->after)
            copies[node.get()]->after.push_back(copies.at(before));
    return result;
}

void Graphs::note(CUgraph_st& graph) {
    known_graphs_.insert(&graph);
    for (const auto& node : graph.nodes) {
        known_nodes_.insert(node.get());
        for_each_inner(*node, [&](CUgraph_st& inner) { note(inner); });
    }
}

void Graphs::forget(CUgraph_st& graph) {
    known_graphs_.erase(&graph);
    for (const auto& node : graph.nodes) {
        known_nodes_.erase(node.get());
        for_each_inner(*node, [&](CUgraph_st& inner) { forget(inner); });
    }
}

CUgraph_st* Graphs::clone(const CUgraph_st& graph) {
    std::unique_ptr<CUgraph_st> copied = copy(graph);
    CUgraph_st* handle = copied.get();
    note(*handle);
    graphs_.emplace(handle, std::move(copied));
    return handle;
}

bool Graphs::destroy(CUgraph_st* graph) {
    const auto at = graphs_.find(graph);
    if (at == graphs_.end()) return false;
    forget(*graph);
    graphs_.erase(at);
    return true;
}

CUgraphExec_st* Graphs::make_ready(const CUgraph_st& graph, CUgraphNode_st** cyclic) {
    auto exec = std::make_unique<CUgraphExec_st>();
    if (!can_be_planned(graph, cyclic)) return nullptr; // which names the program's node
    exec->graph = copy(graph);
    exec->plan = *plan_of(*exec->graph, nullptr);
    CUgraphExec_st* handle = exec.get();
    execs_.emplace(handle, std::move(exec));
    return handle;
}

void Graphs::clear(int device) {
    std::erase_if(graphs_, [&](const auto& entry) {
        if (entry.second->device != device) return false;
        forget(*entry.second);
        return true;
    });
    std::erase_if(execs_, [&](const auto& entry) { return entry.second->graph->device == device; });
}

} // namespace vgpu::runtime
