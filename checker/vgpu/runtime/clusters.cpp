// Launches with attributes, and the sizes that thread block clusters can have.
#include "vgpu/runtime/host_program.hpp"
#include "vgpu/runtime/launch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace vgpu::runtime {

namespace {

constexpr auto last_attribute =
    static_cast<cudaLaunchAttributeID>(16); // the last that CUDA 13.0 knows

// What the attributes of a launch ask for. Attributes that only tune it are ignored.
cudaError_t apply(Call& call, const cudaLaunchAttribute& attribute, LaunchRequest& request) {
    switch (attribute.id) {
    case cudaLaunchAttributeCooperative:
        request.cooperative = attribute.val.cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        request.cluster = {attribute.val.clusterDim.x, attribute.val.clusterDim.y,
                           attribute.val.clusterDim.z};
        return cudaSuccess;
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
        return call.fail(cudaErrorNotSupported,
                         "the virtual GPU does not record events from within a launch");
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
        if (const auto percent = static_cast<int>(attribute.val.sharedMemCarveout);
            percent >= -1 && percent <= 100)
            return cudaSuccess;
        return call.fail(cudaErrorInvalidValue, "a carve-out is a percentage, or -1");
    default:
        if (attribute.id >= cudaLaunchAttributeIgnore && attribute.id <= last_attribute)
            return cudaSuccess;
        return call.fail(cudaErrorInvalidValue, fmt::format("{} is not an attribute of launches",
                                                            static_cast<int>(attribute.id)));
    }
}

} // namespace

cudaError_t read_config(Call& call, const cudaLaunchConfig_t& config, LaunchRequest& request) {
    if (config.numAttrs != 0 && config.attrs == nullptr)
        return call.fail(cudaErrorInvalidValue, "the list of attributes is a null pointer");
    request.grid = config.gridDim;
    request.block = config.blockDim;
    request.dynamic_shared_bytes = config.dynamicSmemBytes;
    request.stream = config.stream;
    for (unsigned index = 0; index < config.numAttrs; ++index) {
        const auto attribute = host_program().get<cudaLaunchAttribute>(
            reinterpret_cast<std::uint64_t>(config.attrs + index));
        if (!attribute)
            return call.fail(cudaErrorInvalidValue, "the list of attributes ends early");
        if (const cudaError_t error = apply(call, *attribute, request); error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

cudaError_t find_cluster(Call& call, const LaunchRequest& request, const Kernel& kernel,
                         const exec::KernelAttributes& attributes, const std::string& name,
                         exec::Dim3& cluster) {
    const KernelOnDevice& here = kernel.on(Call::current_device());
    const auto refuse = [&](std::string why) {
        return call.fail(cudaErrorInvalidClusterSize, name + " was launched " + std::move(why));
    };
    dim3 wanted = request.cluster;
    const bool is_asked_for = wanted.x != 0 || wanted.y != 0 || wanted.z != 0;
    exec::Dim3 required = attributes.required_cluster;
    const auto& set = here.required_cluster;
    if (set != decltype(here.required_cluster){}) required = {set[0], set[1], set[2]};
    if (required != exec::Dim3{0, 0, 0}) {
        if (is_asked_for && exec::Dim3{wanted.x, wanted.y, wanted.z} != required)
            return refuse(fmt::format("with clusters of {} blocks, but it is made for ({}, {}, {})",
                                      text_of(wanted), required.x, required.y, required.z));
        wanted = {required.x, required.y, required.z};
    } else if (!is_asked_for) {
        cluster = {};
        return cudaSuccess;
    }
    if (wanted.x == 0 || wanted.y == 0 || wanted.z == 0)
        return refuse(fmt::format("with clusters of {} blocks: each dimension must be at least 1",
                                  text_of(wanted)));
    // The sides are compared first, because the product of three numbers of the program may
    // overflow.
    constexpr unsigned most = exec::most_cluster_blocks;
    const std::uint64_t blocks = wanted.x > most || wanted.y > most || wanted.z > most
                                     ? most + 1
                                     : std::uint64_t{wanted.x} * wanted.y * wanted.z;
    if (blocks > 1 && call.model().architecture < first_with_clusters)
        return refuse(fmt::format("with clusters of {} blocks, which a device of compute "
                                  "capability {}.{} does not have",
                                  text_of(wanted), call.model().major, call.model().minor));
    if (blocks > portable_cluster_blocks && !(here.allows_large_clusters && blocks <= most))
        return refuse(fmt::format(
            "with clusters of {} blocks; at most {} are possible{}", text_of(wanted),
            here.allows_large_clusters ? most : portable_cluster_blocks,
            here.allows_large_clusters ? ""
                                       : ", and 16 with cudaFuncSetAttribute("
                                         "cudaFuncAttributeNonPortableClusterSizeAllowed)"));
    if (request.grid.x % wanted.x != 0 || request.grid.y % wanted.y != 0 ||
        request.grid.z % wanted.z != 0)
        return refuse(fmt::format("with a grid of {} blocks, which does not consist of clusters of "
                                  "{}",
                                  text_of(request.grid), text_of(wanted)));
    cluster = {wanted.x, wanted.y, wanted.z};
    return cudaSuccess;
}

} // namespace vgpu::runtime
