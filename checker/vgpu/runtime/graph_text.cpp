#include "vgpu/runtime/graph_text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vgpu::runtime {
namespace {

class Picture {
  public:
    Picture(Call& call, unsigned flags) : call_(call), flags_(flags) {}

    std::string of(const CUgraph_st& graph) {
        text_ = "digraph dot {\n";
        add(graph);
        return text_ + "}\n";
    }

  private:
    void add(const CUgraph_st& graph) {
        const std::size_t number = graphs_++;
        text_ +=
            fmt::format("subgraph cluster_{0} {{\nlabel=\"graph_{0}\" style=\"dashed\";\n", number);
        std::unordered_map<const CUgraphNode_st*, std::string> names;
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const CUgraphNode_st& node = *graph.nodes[i];
            names[&node] = fmt::format("graph_{}_node_{}", number, i);
            text_ += fmt::format("\"{}\" [shape=\"{}\" label=\"{}\\n{}\"];\n", names[&node],
                                 shape_of(node), i, escaped(describe(node)));
        }
        for (const auto& node : graph.nodes)
            for (const CUgraphNode_st* before : node->after)
                text_ += fmt::format("\"{}\" -> \"{}\";\n", names[before], names[node.get()]);
        for (const auto& node : graph.nodes) {
            if (node->child) add(*node->child);
            for (const auto& body : node->bodies) add(*body);
        }
        text_ += "}\n";
    }

    std::string describe(const CUgraphNode_st& node) {
        if (node.child) return "child graph";
        std::string text = node.content ? node.content->describe(call_) : "nothing";
        if (!is_wanted(node.type)) text.resize(std::min(text.size(), text.find('\n')));
        if ((flags_ & (cudaGraphDebugDotFlagsVerbose | cudaGraphDebugDotFlagsHandles)) != 0)
            text += fmt::format("\nnode {:#x}", reinterpret_cast<std::uint64_t>(&node));
        return text;
    }

    bool is_wanted(cudaGraphNodeType type) const {
        const auto flag = [&] {
            switch (type) {
            case cudaGraphNodeTypeKernel:
                return cudaGraphDebugDotFlagsKernelNodeParams;
            case cudaGraphNodeTypeMemcpy:
                return cudaGraphDebugDotFlagsMemcpyNodeParams;
            case cudaGraphNodeTypeMemset:
                return cudaGraphDebugDotFlagsMemsetNodeParams;
            case cudaGraphNodeTypeHost:
                return cudaGraphDebugDotFlagsHostNodeParams;
            default:
                return cudaGraphDebugDotFlagsEventNodeParams;
            }
        }();
        return (flags_ & (flag | cudaGraphDebugDotFlagsVerbose)) != 0;
    }

    static const char* shape_of(const CUgraphNode_st& node) {
        return node.type == cudaGraphNodeTypeKernel  ? "octagon"
               : node.type == cudaGraphNodeTypeEmpty ? "point"
                                                     : "rectangle";
    }

    static std::string escaped(const std::string& text) {
        std::string result;
        for (const char one : text) {
            if (one == '"' || one == '\\') result += '\\';
            result += one == '\n' ? "\\n" : std::string(1, one);
        }
        return result;
    }

    Call& call_;
    const unsigned flags_;
    std::string text_;
    std::size_t graphs_ = 0;
};

} // namespace

std::string dot_of(Call& call, const CUgraph_st& graph, unsigned flags) {
    return Picture(call, flags).of(graph);
}

} // namespace vgpu::runtime
