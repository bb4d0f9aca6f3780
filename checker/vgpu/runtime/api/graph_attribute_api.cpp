// Attributes of the kernels in a graph. Two of them change what a launch does, clusters and whether
// it is cooperative; the others are kept and answered.
#include "vgpu/runtime/graph_contents.hpp"
#include "vgpu/runtime/graph_launch.hpp"

#include <fmt/core.h>

#include <algorithm>

using namespace vgpu::runtime;

namespace {

std::shared_ptr<KernelContent> copy_of(const KernelContent& kernel) {
    auto copy = std::make_shared<KernelContent>();
    copy->request = kernel.request;
    copy->device = kernel.device;
    copy->attributes = kernel.attributes;
    return copy;
}

bool is_of_nodes(cudaLaunchAttributeID attribute) {
    switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
        return true;
    default:
        return false;
    }
}

cudaError_t check_attribute(Call& call, cudaLaunchAttributeID attribute, const void* value) {
    if (value == nullptr) return null_parameters(call);
    if (is_of_nodes(attribute)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} is no attribute of nodes", static_cast<int>(attribute)));
}

cudaError_t find_kernel_of(Call& call, cudaGraphNode_t node, const KernelContent*& kernel) {
    if (const cudaError_t error = check_type(call, node, cudaGraphNodeTypeKernel);
        error != cudaSuccess)
        return error;
    kernel = &dynamic_cast<const KernelContent&>(*node->content);
    return cudaSuccess;
}

cudaLaunchAttributeValue value_of(const KernelContent& kernel, cudaLaunchAttributeID attribute) {
    cudaLaunchAttributeValue value{};
    const LaunchRequest& request = kernel.request;
    const auto set = kernel.attributes.find(attribute);
    if (attribute == cudaLaunchAttributeCooperative)
        value.cooperative = request.cooperative ? 1 : 0;
    else if (attribute == cudaLaunchAttributeClusterDimension)
        value.clusterDim = {request.cluster.x, request.cluster.y, request.cluster.z};
    else if (set != kernel.attributes.end())
        value = set->second;
    else if (attribute == cudaLaunchAttributeMemSyncDomainMap)
        value.memSyncDomainMap = {0, 1}; // each domain is itself
    return value;
}

// The kernel with another cluster can be launched.
cudaError_t check_cluster(Call& call, const KernelContent& content) {
    const CurrentDevice its(content.device);
    Kernel* kernel = nullptr;
    if (const cudaError_t error = find_kernel(call, content.request.function, kernel);
        error != cudaSuccess)
        return error;
    const vgpu::exec::KernelId id = *kernel->on(content.device).id;
    vgpu::exec::Dim3 cluster;
    return find_cluster(call, content.request, *kernel, call.device().attributes(id),
                        call.device().kernel_name(id), cluster);
}

} // namespace

void vgpu::runtime::keep_attributes(const NodeContent* before, Content& after) {
    const auto* kernel = dynamic_cast<const KernelContent*>(before);
    const auto* changed = dynamic_cast<const KernelContent*>(after.get());
    if (kernel == nullptr || changed == nullptr) return;
    auto kept = copy_of(*changed);
    kept->request.cooperative = kernel->request.cooperative;
    kept->request.cluster = kernel->request.cluster;
    kept->attributes = kernel->attributes;
    after = std::move(kept);
}

extern "C" {

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value) {
    return api_call(__func__, [&](Call& call) {
        const KernelContent* kernel = nullptr;
        cudaError_t error = find_kernel_of(call, node, kernel);
        if (error == cudaSuccess) error = check_attribute(call, attribute, value);
        if (error == cudaSuccess) *value = value_of(*kernel, attribute);
        return error;
    });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value) {
    return api_call(__func__, [&](Call& call) {
        const KernelContent* kernel = nullptr;
        cudaError_t error = find_kernel_of(call, node, kernel);
        if (error == cudaSuccess) error = check_attribute(call, attribute, value);
        if (error != cudaSuccess) return error;
        if (attribute == cudaLaunchAttributeDeviceUpdatableKernelNode &&
            value->deviceUpdatableKernelNode.deviceUpdatable != 0)
            return call.fail(Outcome{cudaErrorNotSupported,
                                     "the virtual GPU has no nodes that kernels change", true});
        auto changed = copy_of(*kernel);
        if (attribute == cudaLaunchAttributeCooperative)
            changed->request.cooperative = value->cooperative != 0;
        else if (attribute == cudaLaunchAttributeClusterDimension)
            changed->request.cluster = {value->clusterDim.x, value->clusterDim.y,
                                        value->clusterDim.z};
        else
            changed->attributes[attribute] = *value;
        if (attribute == cudaLaunchAttributePriority) {
            int& priority = changed->attributes[attribute].priority;
            priority = std::clamp(priority, greatest_priority, 0);
        }
        if (attribute == cudaLaunchAttributeClusterDimension)
            if (error = check_cluster(call, *changed); error != cudaSuccess) return error;
        node->content = std::move(changed);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    return api_call(__func__, [&](Call& call) {
        const KernelContent *source = nullptr, *destination = nullptr;
        cudaError_t error = find_kernel_of(call, from, source);
        if (error == cudaSuccess) error = find_kernel_of(call, to, destination);
        if (error != cudaSuccess) return error;
        Content changed = copy_of(*destination);
        keep_attributes(source, changed);
        to->content = std::move(changed);
        return cudaSuccess;
    });
}

} // extern "C"
