#include "vgpu/runtime/graph_conditions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace vgpu::runtime {
namespace {

// What a conditional node needs when its work runs: by then the graph may be gone.
struct Conditional {
    struct Step {
        std::shared_ptr<const NodeContent> content;
        std::shared_ptr<const Conditional> conditional; // or this
    };
    std::shared_ptr<const GraphCondition> condition;
    cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
    std::vector<std::vector<Step>> bodies;
};

std::shared_ptr<const Conditional> conditional_of(const CUgraphNode_st& node) {
    const auto& content = dynamic_cast<const ConditionalContent&>(*node.content);
    auto result = std::make_shared<Conditional>();
    result->condition = content.condition;
    result->type = content.type;
    for (const auto& body : node.bodies) {
        auto& steps = result->bodies.emplace_back();
        const auto plan = plan_of(*body, nullptr); // make_ready() has seen that it has no cycle
        for (const GraphStep& step : plan->steps) {
            if (step.node == nullptr || !step.node->enabled || !step.node->content) continue;
            if (step.node->bodies.empty())
                steps.push_back({step.node->content, nullptr});
            else
                steps.push_back({nullptr, conditional_of(*step.node)});
        }
    }
    return result;
}

class Bodies {
  public:
    Bodies(Runtime& runtime, const char* api, const WorkPlace& place)
        : runtime_(runtime), call_{runtime, api}, place_(place) {}

    std::uint64_t run(const Conditional& node) {
        std::uint64_t lasts = 0;
        while (can_go_on()) {
            const std::size_t body = body_for(node.type, node.condition->value);
            if (body >= node.bodies.size()) break;
            for (const Conditional::Step& step : node.bodies[body]) {
                if (!can_go_on()) break;
                lasts += step.conditional ? run(*step.conditional) : run(*step.content);
            }
            if (node.type != cudaGraphCondTypeWhile) break;
        }
        return lasts;
    }

  private:
    bool can_go_on() const { return !runtime_.device_lost() && !runtime_.is_exiting(); }

    static std::size_t body_for(cudaGraphConditionalNodeType type, std::uint32_t value) {
        if (type == cudaGraphCondTypeSwitch) return value;
        return value != 0 ? 0 : 1; // a while has no second body
    }

    std::uint64_t run(const NodeContent& content) {
        Work work;
        if (const cudaError_t error = content.make_work(call_, nullptr, work);
            error != cudaSuccess) {
            runtime_.fault_happened(error);
            return 0;
        }
        return work.run ? work.run(place_).nanoseconds : 0;
    }

    Runtime& runtime_;
    Call call_;
    const WorkPlace& place_;
};

template <class Body>
void for_each_condition(const CUgraph_st& graph, Body&& body) {
    for (const auto& node : graph.nodes) {
        if (const auto* content = dynamic_cast<const ConditionalContent*>(node->content.get()))
            body(content->condition);
        for (const auto& inner : node->bodies) for_each_condition(*inner, body);
    }
}

bool may_be_in_body(const CUgraphNode_st& node) {
    return node.type == cudaGraphNodeTypeKernel || node.type == cudaGraphNodeTypeMemcpy ||
           node.type == cudaGraphNodeTypeMemset || node.type == cudaGraphNodeTypeEmpty ||
           node.type == cudaGraphNodeTypeGraph || node.type == cudaGraphNodeTypeConditional;
}

// Whether all nodes in bodies, and in what is within them, may be there.
bool has_right_bodies(const CUgraph_st& graph, bool is_body = false) {
    return std::ranges::all_of(graph.nodes, [&](const auto& node) {
        if (is_body && !may_be_in_body(*node)) return false;
        if (node->child && !has_right_bodies(*node->child, is_body)) return false;
        return std::ranges::all_of(node->bodies,
                                   [](const auto& body) { return has_right_bodies(*body, true); });
    });
}

} // namespace

cudaError_t ConditionalContent::make_work(Call& call, cudaStream_t /*stream*/,
                                          Work& /*work*/) const {
    return call.fail(cudaErrorInvalidValue, "a conditional node cannot run by itself");
}

std::string ConditionalContent::describe(Call& /*call*/) const {
    const char* word = type == cudaGraphCondTypeIf      ? "if"
                       : type == cudaGraphCondTypeWhile ? "while"
                                                        : "switch";
    return fmt::format("{}\nof handle {:#x}", word, condition->handle);
}

cudaError_t content_of(Call& call, const CUgraph_st& graph,
                       const cudaConditionalNodeParams& parameters,
                       std::shared_ptr<const NodeContent>& content) {
    const auto& conditions = root_of(graph).conditions;
    const std::uint64_t handle = parameters.handle;
    const auto found = std::ranges::find(conditions, handle, &GraphCondition::handle);
    if (found == conditions.end())
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{:#x} is no conditional handle of the graph{}: "
                                     "cudaGraphConditionalHandleCreate makes one",
                                     handle,
                                     call.runtime.graph_conditions.was_given(handle)
                                         ? ", but of another one, which may be gone"
                                         : ""));
    GraphCondition& condition = **found;
    if (condition.has_node)
        return call.fail(cudaErrorInvalidValue, "another conditional node has the handle");
    const unsigned most = parameters.type == cudaGraphCondTypeIf      ? 2
                          : parameters.type == cudaGraphCondTypeWhile ? 1
                                                                      : Graphs::most_nodes;
    if (parameters.type > cudaGraphCondTypeSwitch || parameters.size == 0 || parameters.size > most)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("a conditional node of type {} cannot have {} bodies",
                                     static_cast<int>(parameters.type), parameters.size));
    condition.has_node = true;
    auto made = std::make_shared<ConditionalContent>();
    made->condition = *found;
    made->type = parameters.type;
    content = std::move(made);
    return cudaSuccess;
}

Work work_of_conditional(Call& call, const CUgraphNode_st& node) {
    return {.name = call.api,
            .run = [&runtime = call.runtime, api = call.api,
                    conditional = conditional_of(node)](const WorkPlace& place) -> Lasting {
                return Bodies(runtime, api, place).run(*conditional);
            }};
}

Work work_of_first_values(Call& call, const CUgraph_st& graph) {
    std::vector<std::shared_ptr<GraphCondition>> conditions;
    for_each_condition(graph, [&](const auto& condition) { conditions.push_back(condition); });
    return {.name = call.api,
            .run = [conditions = std::move(conditions)](const WorkPlace&) -> Lasting {
                for (const auto& condition : conditions)
                    if (condition->has_first_value) condition->value = condition->first_value;
                return 0;
            }};
}

cudaError_t check_bodies(Call& call, const CUgraph_st& graph) {
    if (graph.parent != nullptr && !graph.parent->bodies.empty())
        return call.fail(cudaErrorNotSupported,
                         "the body of a conditional node runs with the graph of the node, and is "
                         "not made ready by itself");
    if (has_right_bodies(graph)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     "the body of a conditional node may have kernels, copies, sets, empty nodes, "
                     "children and conditional nodes, and no others");
}

bool has_conditions(const CUgraph_st& graph) {
    return std::ranges::any_of(graph.nodes, [](const auto& node) {
        return node->type == cudaGraphNodeTypeConditional ||
               (node->child && has_conditions(*node->child));
    });
}

} // namespace vgpu::runtime
