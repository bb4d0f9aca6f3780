// What a node of a graph does, made of the parameters that CUDA's functions take for it: all of it
// is looked at as if it ran now.
#pragma once

#include "vgpu/runtime/graph_nodes.hpp"

#include <memory>
#include <optional>

namespace vgpu::runtime {

using Content = std::shared_ptr<const NodeContent>;

// A value in the program's memory.
template <class Value>
std::optional<Value> fetch(const Value* place) {
    return host_program().get<Value>(reinterpret_cast<std::uint64_t>(place));
}

// The error of a call that was given no parameters.
cudaError_t null_parameters(Call& call);
cudaError_t content_of(Call& call, const cudaKernelNodeParams& parameters, Content& content);
// A copy of 0 bytes has no content: `content` stays null.
cudaError_t content_of(Call& call, CopyRequest request, Content& content);
cudaError_t content_of(Call& call, const cudaMemcpy3DParms* parameters, Content& content);
cudaError_t content_of(Call& call, const cudaMemsetParams& parameters, Content& content);
cudaError_t content_of(Call& call, const cudaHostNodeParams& parameters, Content& content);
cudaError_t content_of(Call& call, cudaEvent_t event, bool records, Content& content);
cudaError_t content_to_symbol(Call& call, const void* symbol, const void* source, size_t bytes,
                              size_t offset, cudaMemcpyKind kind, Content& content);
cudaError_t content_from_symbol(Call& call, void* destination, const void* symbol, size_t bytes,
                                size_t offset, cudaMemcpyKind kind, Content& content);
// Makes the content of a node of any type except a child graph.
cudaError_t content_of(Call& call, const cudaGraphNodeParams& parameters, Content& content);
// No header makes one without values.
cudaError_t fetch_any(Call& call, const cudaGraphNodeParams* place,
                      cudaGraphNodeParams& parameters);
// A kernel's node that gets other parameters keeps its attributes.
void keep_attributes(const NodeContent* before, Content& after);
// Whether there is such a node, of the type.
cudaError_t check_type(Call& call, const CUgraphNode_st* node, cudaGraphNodeType type);

} // namespace vgpu::runtime
