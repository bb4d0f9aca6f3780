// Kernel launches and functions of the host in a stream.
#include "vgpu/runtime/graph_nodes.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

constexpr auto last_attribute = static_cast<cudaLaunchAttributeID>(16); // that CUDA 13.0 knows

// What the attributes of a launch ask for; those that only tune are ignored.
cudaError_t apply(Call& call, const cudaLaunchAttribute& attribute, LaunchRequest& request) {
    switch (attribute.id) {
    case cudaLaunchAttributeCooperative:
        request.cooperative = attribute.val.cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        if (attribute.val.clusterDim.x * attribute.val.clusterDim.y * attribute.val.clusterDim.z <=
            1)
            return cudaSuccess;
        return call.fail(cudaErrorNotSupported, "the virtual GPU does not launch clusters yet");
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

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return launch(call, {function, grid, block, arguments, shared_bytes, stream, false});
    });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return launch(call, {function, grid, block, arguments, shared_bytes, stream, true});
    });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* place, const void* function,
                                void** arguments) {
    return api_call(__func__, [&](Call& call) {
        const auto config =
            host_program().get<cudaLaunchConfig_t>(reinterpret_cast<std::uint64_t>(place));
        if (!config || (config->numAttrs != 0 && config->attrs == nullptr))
            return call.fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        LaunchRequest request{function,  config->gridDim,          config->blockDim,
                              arguments, config->dynamicSmemBytes, config->stream,
                              false};
        for (unsigned index = 0; index < config->numAttrs; ++index) {
            const auto attribute = host_program().get<cudaLaunchAttribute>(
                reinterpret_cast<std::uint64_t>(config->attrs + index));
            if (!attribute)
                return call.fail(cudaErrorInvalidValue, "the list of attributes ends early");
            if (const cudaError_t error = apply(call, *attribute, request); error != cudaSuccess)
                return error;
        }
        return launch(call, request);
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    return api_call(__func__, [&](Call& call) {
        if (function == nullptr)
            return call.fail(cudaErrorInvalidValue, "cudaLaunchHostFunc was given no function");
        if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess)
            return error;
        Capture* capture = nullptr;
        if (const cudaError_t error = look_for_capture(call, stream, capture); error != cudaSuccess)
            return error;
        auto content = std::make_shared<HostContent>();
        content->function = reinterpret_cast<std::uint64_t>(function);
        content->data = reinterpret_cast<std::uint64_t>(data);
        if (capture != nullptr)
            return capture_node(call, *capture, stream, cudaGraphNodeTypeHost, std::move(content));
        Work work;
        const cudaError_t error = content->make_work(call, stream, work);
        if (error == cudaSuccess) submit(call, stream, std::move(work));
        return error;
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (callback == nullptr || flags != 0)
            return call.fail(cudaErrorInvalidValue, "the callback is null or its flags are not 0");
        if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess)
            return error;
        if (const cudaError_t error = refuse_capture(call, stream); error != cudaSuccess)
            return error;
        const auto run = [&runtime = call.runtime, stream = reinterpret_cast<std::uint64_t>(stream),
                          callback = reinterpret_cast<std::uint64_t>(callback),
                          data = reinterpret_cast<std::uint64_t>(data)] {
            host_program().run_callback(callback, stream, runtime.known_error(), data);
        };
        submit(call, stream, work_of_host_function(call.api, run));
        return cudaSuccess;
    });
}

} // extern "C"
