// Kernel launches and functions of the host in a stream.
#include "vgpu/runtime/launch.hpp"
#include "vgpu/runtime/registration.hpp"
#include "vgpu/runtime/twin.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

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
    default:
        return cudaSuccess;
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

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
    return api_call(__func__, [&](Call& call) {
        if (config == nullptr || (config->numAttrs != 0 && config->attrs == nullptr))
            return call.fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        LaunchRequest request{function,  config->gridDim,          config->blockDim,
                              arguments, config->dynamicSmemBytes, config->stream,
                              false};
        for (unsigned index = 0; index < config->numAttrs; ++index)
            if (const cudaError_t error = apply(call, config->attrs[index], request);
                error != cudaSuccess)
                return error;
        return launch(call, request);
    });
}

// What `kernel<<<...>>>(...)` ends in since CUDA 13. The name in messages is the one people know.
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream) {
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments,
                            shared_bytes, stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    const cudaError_t error = api_call(__func__, [&](Call& call) {
        if (function == nullptr) return call.fail(cudaErrorInvalidValue, "the function is null");
        if (!call.runtime.streams.knows(stream))
            return call.fail(cudaErrorInvalidResourceHandle, "the stream does not exist");
        return cudaSuccess;
    });
    if (error == cudaSuccess) function(data); // without the lock: it may take its time
    return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
    const cudaError_t error = api_call(__func__, [&](Call& call) {
        if (callback == nullptr || flags != 0)
            return call.fail(cudaErrorInvalidValue, "the callback is null or its flags are not 0");
        if (!call.runtime.streams.knows(stream))
            return call.fail(cudaErrorInvalidResourceHandle, "the stream does not exist");
        return cudaSuccess;
    });
    if (error == cudaSuccess) callback(stream, cudaSuccess, data);
    return error;
}

} // extern "C"

WORKBOOK_TWIN(cudaLaunchKernel, _ptsz);
WORKBOOK_TWIN(cudaLaunchCooperativeKernel, _ptsz);
WORKBOOK_TWIN(cudaLaunchKernelExC, _ptsz);
WORKBOOK_TWIN(__cudaLaunchKernel, _ptsz);
WORKBOOK_TWIN(cudaLaunchHostFunc, _ptsz);
WORKBOOK_TWIN(cudaStreamAddCallback, _ptsz);
