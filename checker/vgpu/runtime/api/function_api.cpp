// Attributes of kernels and the occupancy that follows from them.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/launch.hpp"

#include <fmt/core.h>

#include <algorithm>

using namespace vgpu::runtime;

namespace {

cudaError_t attributes(Call& call, cudaFuncAttributes& result, const void* function) {
    Kernel* kernel = nullptr;
    if (const cudaError_t error = find_kernel(call, function, kernel); error != cudaSuccess)
        return error;
    const auto& known = call.device().attributes(*kernel->on(Call::current_device()).id);
    result = {};
    result.sharedSizeBytes = known.static_shared_bytes;
    result.constSizeBytes = known.constant_bytes;
    result.localSizeBytes = known.local_bytes;
    result.maxThreadsPerBlock = static_cast<int>(known.max_threads_per_block);
    result.numRegs = static_cast<int>(known.registers);
    result.ptxVersion = static_cast<int>(kernel->module->ptx_architecture);
    result.binaryVersion = static_cast<int>(call.model().architecture);
    result.maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit(
        call.model(), known, kernel->on(Call::current_device()).dynamic_shared_limit));
    result.preferredShmemCarveout = -1; // the driver's choice
    const KernelOnDevice& here = kernel->on(Call::current_device());
    const vgpu::exec::Dim3& own = known.required_cluster;
    std::array<std::uint32_t, 3> cluster = here.required_cluster;
    if (own.x != 0) cluster = {own.x, own.y, own.z};
    result.requiredClusterWidth = static_cast<int>(cluster[0]);
    result.requiredClusterHeight = static_cast<int>(cluster[1]);
    result.requiredClusterDepth = static_cast<int>(cluster[2]);
    result.clusterDimMustBeSet = known.explicit_cluster;
    result.nonPortableClusterSizeAllowed = here.allows_large_clusters;
    result.clusterSchedulingPolicyPreference = here.cluster_policy;
    return cudaSuccess;
}

cudaError_t set_attribute(Call& call, const void* function, cudaFuncAttribute attribute,
                          int value) {
    Kernel* kernel = nullptr;
    if (const cudaError_t error = find_kernel(call, function, kernel); error != cudaSuccess)
        return error;
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
        const std::uint64_t most = call.model().shared_per_block_optin;
        const std::uint64_t fixed =
            call.device().attributes(*kernel->on(Call::current_device()).id).static_shared_bytes;
        if (value < 0 || fixed + static_cast<std::uint64_t>(value) > most)
            return call.fail(
                cudaErrorInvalidValue,
                fmt::format("{} bytes of dynamic shared memory besides {} static ones are "
                            "more than the {} that a block can have",
                            value, fixed, most));
        kernel->on(Call::current_device()).dynamic_shared_limit = static_cast<std::uint64_t>(value);
        return cudaSuccess;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return call.fail(cudaErrorInvalidValue, "a carve-out is -1 or from 0 to 100 percent");
        return cudaSuccess; // a hint
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        kernel->on(Call::current_device()).allows_large_clusters = value != 0;
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        if (value < cudaClusterSchedulingPolicyDefault ||
            value > cudaClusterSchedulingPolicyLoadBalancing)
            return call.fail(cudaErrorInvalidValue, "there is no such scheduling policy");
        kernel->on(Call::current_device()).cluster_policy = value; // a hint
        return cudaSuccess;
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
        if (value < 0) return call.fail(cudaErrorInvalidValue, "a cluster has no negative size");
        if (call.device().attributes(*kernel->on(Call::current_device()).id).required_cluster.x !=
            0)
            return call.fail(cudaErrorInvalidValue,
                             "the kernel has the size of its clusters from __cluster_dims__");
        kernel->on(Call::current_device())
            .required_cluster[static_cast<std::size_t>(attribute -
                                                       cudaFuncAttributeRequiredClusterWidth)] =
            static_cast<std::uint32_t>(value);
        return cudaSuccess;
    default:
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("attribute {} cannot be set", static_cast<int>(attribute)));
    }
}

cudaError_t occupancy(Call& call, int* blocks, const void* function, int threads,
                      std::size_t dynamic_shared_bytes) {
    if (blocks == nullptr) return null_answer(call);
    if (threads <= 0)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("blocks of {} threads are impossible", threads));
    Kernel* kernel = nullptr;
    if (const cudaError_t error = find_kernel(call, function, kernel); error != cudaSuccess)
        return error;
    const auto& known = call.device().attributes(*kernel->on(Call::current_device()).id);
    *blocks = 0;
    if (dynamic_shared_bytes <=
        dynamic_shared_limit(call.model(), known,
                             kernel->on(Call::current_device()).dynamic_shared_limit))
        *blocks = static_cast<int>(resident_blocks(
            call.model(), known, static_cast<std::uint64_t>(threads), dynamic_shared_bytes));
    return cudaSuccess;
}

// The most blocks of a cluster, or the clusters that are resident at once.
cudaError_t cluster_occupancy(Call& call, int* result, const void* function,
                              const cudaLaunchConfig_t* config, bool asks_for_size) {
    if (result == nullptr) return null_answer(call);
    if (config == nullptr)
        return call.fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
    LaunchRequest request;
    if (const cudaError_t error = read_config(call, *config, request); error != cudaSuccess)
        return error;
    const std::uint64_t threads = threads_of(request.block);
    if (threads == 0)
        return call.fail(cudaErrorInvalidValue, "blocks of no threads are impossible");
    Kernel* kernel = nullptr;
    if (const cudaError_t error = find_kernel(call, function, kernel); error != cudaSuccess)
        return error;
    const KernelOnDevice& here = kernel->on(Call::current_device());
    const auto& known = call.device().attributes(*here.id);
    const bool fits = request.dynamic_shared_bytes <=
                      dynamic_shared_limit(call.model(), known, here.dynamic_shared_limit);
    const std::uint32_t blocks =
        fits ? resident_blocks(call.model(), known, threads, request.dynamic_shared_bytes) : 0;
    if (asks_for_size) {
        const std::uint32_t most = call.model().architecture < first_with_clusters ? 1
                                   : here.allows_large_clusters ? vgpu::exec::most_cluster_blocks
                                                                : portable_cluster_blocks;
        *result = blocks == 0 ? 0 : static_cast<int>(most);
        return cudaSuccess;
    }
    vgpu::exec::Dim3 cluster;
    const cudaError_t error = find_cluster(call, request, *kernel, known, kernel->name, cluster);
    if (error != cudaSuccess) return error;
    const bool is_named = request.cluster.x != 0 || known.required_cluster.x != 0;
    *result = is_named ? static_cast<int>(resident_clusters(call.model(), blocks,
                                                            cluster.x * cluster.y * cluster.z))
                       : 0;
    return cudaSuccess;
}

} // namespace

cudaError_t vgpu::runtime::check_banks(Call& call, cudaSharedMemConfig config) {
    if (config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte)
        return cudaSuccess;
    return call.fail(cudaErrorInvalidValue, "there is no such configuration of shared memory");
}

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* result, const void* function) {
    return api_call(__func__, [&](Call& call) {
        return result == nullptr ? null_answer(call) : attributes(call, *result, function);
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return api_call(__func__,
                    [&](Call& call) { return set_attribute(call, function, attribute, value); });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
    return api_call(__func__, [&](Call& call) {
        if (!call.has_device(device))
            return call.fail(cudaErrorInvalidDevice, fmt::format("there is no device {}", device));
        const CurrentDevice on(device);
        return set_attribute(call, reinterpret_cast<const void*>(kernel), attribute, value);
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
    return api_call(__func__, [&](Call& call) {
        if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
            return call.fail(cudaErrorInvalidValue, "there is no such cache configuration");
        Kernel* kernel = nullptr;
        return find_kernel(call, function, kernel); // the cache is a hint
    });
}

__attribute__((visibility("default"))) cudaError_t
cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_banks(call, config); error != cudaSuccess) return error;
        Kernel* kernel = nullptr;
        return find_kernel(call, function, kernel);
    });
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset,
                                 size_t* bytes) {
    return api_call(__func__, [&](Call& call) {
        if (offset == nullptr) return null_answer(call);
        Kernel* kernel = nullptr;
        if (const cudaError_t error = find_kernel(call, function, kernel); error != cudaSuccess)
            return error;
        const auto& known = call.device().attributes(*kernel->on(Call::current_device()).id);
        if (index >= known.parameter_offsets.size())
            return call.fail(cudaErrorInvalidValue, fmt::format("the kernel has {} parameters",
                                                                known.parameter_offsets.size()));
        *offset = known.parameter_offsets[index];
        if (bytes != nullptr) *bytes = known.parameter_sizes[index];
        return cudaSuccess;
    });
}

cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* function) {
    return api_call(__func__, [&](Call& call) {
        if (handle == nullptr) return null_answer(call);
        Kernel* kernel = nullptr;
        const cudaError_t error = find_kernel(call, function, kernel);
        if (error == cudaSuccess) *handle = reinterpret_cast<cudaKernel_t>(kernel);
        return error == cudaErrorInvalidResourceHandle ? cudaErrorInvalidDeviceFunction : error;
    });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function) {
    return api_call(__func__, [&](Call& call) {
        if (handle == nullptr) return null_answer(call);
        Kernel* kernel = nullptr;
        const cudaError_t error = find_kernel(call, function, kernel);
        if (error == cudaSuccess) *handle = reinterpret_cast<cudaFunction_t>(kernel);
        return error;
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads,
                                                          size_t dynamic_shared_bytes) {
    return api_call(__func__, [&](Call& call) {
        return occupancy(call, blocks, function, threads, dynamic_shared_bytes);
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, size_t dynamic_shared_bytes, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if ((flags & ~static_cast<unsigned>(cudaOccupancyDisableCachingOverride)) != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        return occupancy(call, blocks, function, threads, dynamic_shared_bytes);
    });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
    return api_call(__func__, [&](Call& call) {
        return cluster_occupancy(call, size, function, config, true);
    });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
    return api_call(__func__, [&](Call& call) {
        return cluster_occupancy(call, clusters, function, config, false);
    });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int threads) {
    return api_call(__func__, [&](Call& call) {
        if (bytes == nullptr) return null_answer(call);
        Kernel* kernel = nullptr;
        if (const cudaError_t error = find_kernel(call, function, kernel); error != cudaSuccess)
            return error;
        const auto& known = call.device().attributes(*kernel->on(Call::current_device()).id);
        const auto available = available_dynamic_shared(
            call.model(), known, kernel->on(Call::current_device()).dynamic_shared_limit,
            static_cast<std::uint32_t>(std::max(blocks, 0)),
            static_cast<std::uint64_t>(std::max(threads, 0)));
        if (!available)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} blocks of {} threads do not fit on a multiprocessor",
                                         blocks, threads));
        *bytes = *available;
        return cudaSuccess;
    });
}

} // extern "C"
