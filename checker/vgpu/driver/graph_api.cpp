// Graphs: their nodes and edges as a whole, what is tied to them, and what is made ready of them.
// What single nodes do is in graph_node_api.cpp.
#include "vgpu/driver/driver_call.hpp"
#include "vgpu/driver/graph_functions.hpp"

using namespace vgpu::driver;

CUresult cuGraphCreate(CUgraph* graph, unsigned flags) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaGraphCreate)(graph, flags); });
}

CUresult cuGraphDestroy(CUgraph graph) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaGraphDestroy)(graph); });
}

CUresult cuGraphClone(CUgraph* clone, CUgraph original) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaGraphClone)(clone, original); });
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaGraphGetNodes)(graph, nodes, count); });
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphInstantiateWithFlags)(exec, graph, flags);
    });
}

CUresult cuGraphExecDestroy(CUgraphExec exec) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaGraphExecDestroy)(exec); });
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t* flags) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphExecGetFlags)(
            exec, reinterpret_cast<unsigned long long*>(flags));
    });
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo* result) {
    static_assert(sizeof(CUgraphExecUpdateResultInfo) == sizeof(cudaGraphExecUpdateResultInfo));
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphExecUpdate)(
            exec, graph, reinterpret_cast<cudaGraphExecUpdateResultInfo*>(result));
    });
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphGetRootNodes)(graph, nodes, count); });
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* data,
                         size_t* count) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphGetEdges_v2)(graph, from, to, data_of(data), count);
    });
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* list, CUgraphEdgeData* data,
                                    size_t* count) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphNodeGetDependencies_v2)(node, list, data_of(data), count);
    });
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* list, CUgraphEdgeData* data,
                                      size_t* count) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphNodeGetDependentNodes_v2)(node, list, data_of(data),
                                                                   count);
    });
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                const CUgraphEdgeData* data, size_t count) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddDependencies_v2)(graph, from, to, data_of(data), count);
    });
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData* data, size_t count) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphRemoveDependencies_v2)(graph, from, to, data_of(data),
                                                                count);
    });
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned flags) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphDebugDotPrint)(graph, path, flags); });
}

CUresult cuGraphNodeFindInClone(CUgraphNode* node, CUgraphNode original, CUgraph clone) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphNodeFindInClone)(node, original, clone);
    });
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphNodeGetType)(node,
                                                      reinterpret_cast<cudaGraphNodeType*>(type));
    });
}

CUresult cuGraphDestroyNode(CUgraphNode node) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaGraphDestroyNode)(node); });
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned enabled) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphNodeSetEnabled)(exec, node, enabled); });
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned* enabled) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphNodeGetEnabled)(exec, node, enabled); });
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* handle, CUgraph graph, CUcontext,
                                        unsigned first_value, unsigned flags) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphConditionalHandleCreate)(
            reinterpret_cast<cudaGraphConditionalHandle*>(handle), graph, first_value, flags);
    });
}

CUresult cuUserObjectCreate(CUuserObject* object, void* data, CUhostFn destructor,
                            unsigned references, unsigned flags) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaUserObjectCreate)(object, data, destructor, references, flags);
    });
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned count) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaUserObjectRetain)(object, count); });
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned count) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaUserObjectRelease)(object, count); });
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count,
                                 unsigned flags) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphRetainUserObject)(graph, object, count, flags);
    });
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned count) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphReleaseUserObject)(graph, object, count);
    });
}
