#include "vgpu/runtime/launch_checks.hpp"

#include "vgpu/runtime/host_program.hpp"

#include <fmt/core.h>

#include <cstring>

namespace vgpu::runtime {
namespace {

// CUDA C++ programming guide, "Compute Capabilities": technical specifications. The code is the one
// that CUDA 13 gives (checker/tests/silicon/api_errors.txt); older ones said
// cudaErrorInvalidConfiguration.
cudaError_t check_shape(Call& call, const LaunchRequest& request, const std::string& kernel) {
    const DeviceModel& model = call.model();
    const dim3& grid = request.grid;
    const dim3& block = request.block;
    if (threads_of(block) == 0)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was launched with blocks of {} threads: each dimension must "
                        "be at least 1",
                        kernel, text_of(block)));
    if (threads_of(grid) == 0)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was launched with a grid of {} blocks: each dimension must be "
                        "at least 1 (skip the launch when there is nothing to do)",
                        kernel, text_of(grid)));
    if (threads_of(block) > model.max_threads_per_block)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was launched with {} threads in a block; at most {} are "
                                     "possible",
                                     kernel, threads_of(block), model.max_threads_per_block));
    const auto is_within = [](const dim3& given, const std::uint32_t(&most)[3]) {
        return given.x <= most[0] && given.y <= most[1] && given.z <= most[2];
    };
    const auto refuse = [&](const std::string& what, const std::uint32_t(&most)[3]) {
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was launched with {}; at most ({}, {}, {}) are possible",
                                     kernel, what, most[0], most[1], most[2]));
    };
    if (!is_within(block, model.max_block))
        return refuse(fmt::format("blocks of {} threads", text_of(block)), model.max_block);
    if (!is_within(grid, model.max_grid))
        return refuse(fmt::format("a grid of {} blocks", text_of(grid)), model.max_grid);
    return cudaSuccess;
}

cudaError_t check_resources(Call& call, const LaunchRequest& request, const Kernel& kernel,
                            const exec::KernelAttributes& attributes, const std::string& name) {
    if (threads_of(request.block) > attributes.max_threads_per_block)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was launched with {} threads in a block, but its "
                                     "__launch_bounds__ promise at most {}",
                                     name, threads_of(request.block),
                                     attributes.max_threads_per_block));
    const DeviceModel& model = call.model();
    if (attributes.static_shared_bytes > model.shared_per_block)
        return call.fail(
            cudaErrorInvalidPtx,
            fmt::format("{} has {} bytes of static shared memory; at most {} are possible, and "
                        "code for a real GPU is not made of it. More has to be dynamic",
                        name, attributes.static_shared_bytes, model.shared_per_block));
    const std::uint64_t limit = dynamic_shared_limit(
        model, attributes, kernel.on(Call::current_device()).dynamic_shared_limit);
    if (request.dynamic_shared_bytes > limit)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format(
                "{} was launched with {} bytes of dynamic shared memory besides {} static "
                "ones; at most {} are possible{}",
                name, request.dynamic_shared_bytes, attributes.static_shared_bytes, limit,
                !kernel.on(Call::current_device()).dynamic_shared_limit &&
                        model.shared_per_block_optin > model.shared_per_block
                    ? " without cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemory"
                      "Size)"
                    : ""));
    if (!request.cooperative) return cudaSuccess;
    const std::uint64_t blocks = threads_of(request.grid);
    const std::uint64_t resident =
        static_cast<std::uint64_t>(model.sm_count) *
        resident_blocks(model, attributes, threads_of(request.block), request.dynamic_shared_bytes);
    if (blocks <= resident) return cudaSuccess;
    return call.fail(
        cudaErrorCooperativeLaunchTooLarge,
        fmt::format("{} was launched cooperatively with {} blocks, which must all be on "
                    "the device at once; {} fit",
                    name, blocks, resident));
}

// The parameters, and the block of them as PTX lays it out, from one pointer a parameter.
cudaError_t gather_parameters(Call& call, const LaunchRequest& request,
                              const exec::KernelAttributes& attributes, CheckedLaunch& checked) {
    const auto& offsets = attributes.parameter_offsets;
    const auto& sizes = attributes.parameter_sizes;
    if (offsets.empty()) return cudaSuccess;
    const std::vector<std::uint32_t> wanted(sizes.begin(), sizes.end());
    std::uint64_t total = 0;
    for (const std::uint32_t size : wanted) total += size;
    if (request.parameters && request.parameters->size() == total) {
        checked.bytes = *request.parameters;
    } else {
        if (request.arguments == nullptr)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} takes {} parameters and was launched with none",
                                         checked.name, offsets.size()));
        auto bytes =
            host_program().gather(reinterpret_cast<std::uint64_t>(request.arguments), wanted);
        if (!bytes)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("one of the {} pointers to the parameters of {} is null "
                                         "or leads to no memory of the program",
                                         offsets.size(), checked.name));
        checked.bytes = std::move(*bytes);
    }
    checked.parameters.resize(offsets.back() + sizes.back());
    const std::byte* from = checked.bytes.data();
    for (std::size_t index = 0; index < offsets.size(); from += sizes[index++])
        std::memcpy(checked.parameters.data() + offsets[index], from, sizes[index]);
    return cudaSuccess;
}

} // namespace

std::string text_of(const dim3& value) {
    return fmt::format("({}, {}, {})", value.x, value.y, value.z);
}

cudaError_t find_kernel(Call& call, const void* function, Kernel*& kernel) {
    kernel = call.runtime.modules.find_kernel(function);
    if (kernel == nullptr)
        return call.fail(
            function == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle,
            function == nullptr
                ? fmt::format("{} was given no kernel: the program was built without "
                              "device code for it",
                              call.api)
                : fmt::format("the function given to {} is not a __global__ function of "
                              "this program",
                              call.api));
    Outcome loaded = call.runtime.modules.load(*kernel, call.device(), Call::current_device());
    return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
}

cudaError_t check_launch(Call& call, const LaunchRequest& request, CheckedLaunch& checked) {
    if (const cudaError_t error = find_kernel(call, request.function, checked.kernel);
        checked.kernel == nullptr || error != cudaSuccess) {
        if (checked.kernel != nullptr) checked.name = checked.kernel->name;
        return error;
    }
    const exec::KernelId id = *checked.kernel->on(Call::current_device()).id;
    checked.name = call.device().kernel_name(id);
    const exec::KernelAttributes& attributes = call.device().attributes(id);
    checked.static_shared_bytes = attributes.static_shared_bytes;
    cudaError_t error = check_shape(call, request, checked.name);
    if (error == cudaSuccess)
        error =
            find_cluster(call, request, *checked.kernel, attributes, checked.name, checked.cluster);
    if (error == cudaSuccess)
        error = check_resources(call, request, *checked.kernel, attributes, checked.name);
    checked.explicit_cluster =
        request.cluster.x != 0 || attributes.explicit_cluster || attributes.required_cluster.x != 0;
    if (error == cudaSuccess) error = gather_parameters(call, request, attributes, checked);
    return error;
}

} // namespace vgpu::runtime
