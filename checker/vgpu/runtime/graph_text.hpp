// A graph in the language of Graphviz, for cudaGraphDebugDotPrint.
#pragma once

#include "vgpu/runtime/graph_nodes.hpp"

#include <string>

namespace vgpu::runtime {

// `flags`: of cudaGraphDebugDotFlags; without any only what kind of node each is, and kernels'
// names.
std::string dot_of(Call& call, const CUgraph_st& graph, unsigned flags);

} // namespace vgpu::runtime
