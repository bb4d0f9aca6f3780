// User objects of graphs.
#include "vgpu/runtime/graph_launch.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

cudaError_t check_object(Call& call, cudaUserObject_t object) {
    if (call.runtime.user_objects.knows(object)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     object == nullptr ? fmt::format("{} was given a null object", call.api)
                                       : fmt::format("{} was given something that is no user "
                                                     "object, or none any more",
                                                     call.api));
}

cudaError_t check_count(Call& call, unsigned count) {
    if (count != 0 && count <= INT32_MAX) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was asked for {} references; 1 to {} are possible", call.api,
                                 count, INT32_MAX));
}

cudaError_t check_of_graph(Call& call, cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
    if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
    if (const cudaError_t error = check_object(call, object); error != cudaSuccess) return error;
    return check_count(call, count);
}

// The program gives away references of its own only: those of graphs go with the graphs.
cudaError_t check_own(Call& call, const CUuserObject_st& object, unsigned count) {
    if (count <= object.references) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was asked for {} references of an object of which the program "
                                 "has {}, and graphs {}",
                                 call.api, count, object.references, object.of_graphs));
}

} // namespace

extern "C" {

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* data, cudaHostFn_t destructor,
                                 unsigned references, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (object == nullptr || destructor == nullptr)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was given a null pointer", call.api));
        if (flags != cudaUserObjectNoDestructorSync)
            return call.fail(cudaErrorInvalidValue,
                             "the flags must be cudaUserObjectNoDestructorSync");
        if (references == 0) // later calls take 2^31 - 1 at most; this one takes more
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was asked for no reference", call.api));
        *object =
            call.runtime.user_objects.create(reinterpret_cast<std::uint64_t>(destructor),
                                             reinterpret_cast<std::uint64_t>(data), references);
        return cudaSuccess;
    });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_object(call, object); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_count(call, count); error != cudaSuccess) return error;
        object->references += count;
        return cudaSuccess;
    });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_object(call, object); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_count(call, count); error != cudaSuccess) return error;
        if (const cudaError_t error = check_own(call, *object, count); error != cudaSuccess)
            return error;
        call.runtime.user_objects.release(*object, count);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count,
                                      unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_of_graph(call, graph, object, count);
            error != cudaSuccess)
            return error;
        if ((flags & ~unsigned{cudaGraphUserObjectMove}) != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        if (flags == cudaGraphUserObjectMove)
            if (const cudaError_t error = check_own(call, *object, count); error != cudaSuccess)
                return error;
        graph->references.add(call.runtime.user_objects, *object, count, flags == 0);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_of_graph(call, graph, object, count);
            error != cudaSuccess)
            return error;
        if (count > graph->references.count(object))
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was asked for {} references of a graph that has {}",
                                         call.api, count, graph->references.count(object)));
        graph->references.remove(*object, count);
        return cudaSuccess;
    });
}

} // extern "C"
