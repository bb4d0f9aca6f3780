// The nodes of graphs, whatever their type: adding them, and what they do.
#include "vgpu/driver/graph_functions.hpp"
#include "vgpu/driver/graph_node_parameters.hpp"

using namespace vgpu::driver;

namespace {

// Parameters of any node. `put_back` writes the runtime's answer to the program's structure.
class AnyNode {
  public:
    CUresult take(CUgraphNodeParams* given) {
        if (given == nullptr) return null_argument();
        given_ = given;
        parameters.type = static_cast<cudaGraphNodeType>(given->type);
        switch (given->type) {
        case CU_GRAPH_NODE_TYPE_KERNEL: {
            cudaKernelNodeParams kernel{};
            convert(given->kernel, kernel);
            parameters.kernel = {};
            parameters.kernel.func = kernel.func;
            parameters.kernel.gridDim = kernel.gridDim;
            parameters.kernel.blockDim = kernel.blockDim;
            parameters.kernel.sharedMemBytes = kernel.sharedMemBytes;
            parameters.kernel.kernelParams = kernel.kernelParams;
            parameters.kernel.extra = kernel.extra;
            return CUDA_SUCCESS;
        }
        case CU_GRAPH_NODE_TYPE_MEMCPY:
            return convert(given->memcpy.copyParams, parameters.memcpy.copyParams);
        case CU_GRAPH_NODE_TYPE_MEMSET:
            parameters.memset.dst = pointer_of(given->memset.dst);
            parameters.memset.pitch = given->memset.pitch;
            parameters.memset.value = given->memset.value;
            parameters.memset.elementSize = given->memset.elementSize;
            parameters.memset.width = given->memset.width;
            parameters.memset.height = given->memset.height;
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_HOST:
            parameters.host.fn = given->host.fn;
            parameters.host.userData = given->host.userData;
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_GRAPH:
            parameters.graph.graph = given->graph.graph;
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
            parameters.eventWait.event = given->eventWait.event;
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
            parameters.eventRecord.event = given->eventRecord.event;
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
            static_assert(sizeof given->alloc == sizeof parameters.alloc);
            parameters.alloc = reinterpret_cast<const cudaMemAllocNodeParamsV2&>(given->alloc);
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_MEM_FREE:
            parameters.free.dptr = pointer_of(given->free.dptr);
            return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_CONDITIONAL:
            parameters.conditional.handle = given->conditional.handle;
            parameters.conditional.type =
                static_cast<cudaGraphConditionalNodeType>(given->conditional.type);
            parameters.conditional.size = given->conditional.size;
            return CUDA_SUCCESS;
        default:
            return CUDA_SUCCESS; // the runtime has a sentence for it
        }
    }
    void put_back() const {
        if (given_->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            given_->alloc.dptr = reinterpret_cast<CUdeviceptr>(parameters.alloc.dptr);
        if (given_->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            given_->conditional.phGraph_out = parameters.conditional.phGraph_out;
    }

    cudaGraphNodeParams parameters{};

  private:
    CUgraphNodeParams* given_ = nullptr;
};

} // namespace

CUresult cuGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                        const CUgraphEdgeData* data, size_t count, CUgraphNodeParams* parameters) {
    return with_context(__func__, [&] {
        AnyNode any;
        if (const CUresult error = any.take(parameters); error != CUDA_SUCCESS) return error;
        const cudaError_t error = WORKBOOK_RUNTIME(cudaGraphAddNode_v2)(
            node, graph, dependencies, data_of(data), count, &any.parameters);
        if (error == cudaSuccess) any.put_back();
        return result_of(error);
    });
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* parameters) {
    return with_context(__func__, [&] {
        AnyNode any;
        const CUresult error = any.take(parameters);
        if (error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaGraphNodeSetParams)(node, &any.parameters));
    });
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                  CUgraphNodeParams* parameters) {
    return with_context(__func__, [&] {
        AnyNode any;
        const CUresult error = any.take(parameters);
        if (error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaGraphExecNodeSetParams)(exec, node, &any.parameters));
    });
}
