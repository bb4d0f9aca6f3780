// Functions of the runtime for graphs that mean the same in CUDA 12 and 13, which no header
// declares, and what the two APIs call alike.
#pragma once

#include "vgpu/driver/runtime_library.hpp"

#include <cstddef>

extern "C" {
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                                std::size_t count, cudaGraphNodeParams* parameters);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* list,
                                            cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* list,
                                              cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                           std::size_t count);
}

namespace vgpu::driver {

static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData));
inline const cudaGraphEdgeData* data_of(const CUgraphEdgeData* data) {
    return reinterpret_cast<const cudaGraphEdgeData*>(data);
}
inline cudaGraphEdgeData* data_of(CUgraphEdgeData* data) {
    return reinterpret_cast<cudaGraphEdgeData*>(data);
}

} // namespace vgpu::driver
