// Kernel launches and functions of the host in a stream.
#include "vgpu/runtime/graph_nodes.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

using namespace vgpu::runtime;

namespace {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

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
        if (!config)
            return call.fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        LaunchRequest request;
        if (const cudaError_t error = read_config(call, *config, request); error != cudaSuccess)
            return error;
        request.function = function;
        request.arguments = arguments;
        return launch(call, request);
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    return api_call(__func__, [&](Call& call) {
        if (function == nullptr)
            return call.fail(cudaErrorInvalidValue, "cudaLaunchHostFunc was given no function");
        Capture* capture = nullptr;
        if (const cudaError_t error = check_stream(call, stream, capture); error != cudaSuccess)
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
        call.runtime.record_order(
            {{field::type, event_type::host_function}, {field::api, call.api}}, stream);
        return cudaSuccess;
    });
}

} // extern "C"
