// Functions that put work into a stream: those that programs with per-thread default streams call
// under another name (_ptsz). per_thread_functions.cpp compiles them again.
#include "vgpu/driver/driver_call.hpp"

#include <cstdint>
#include <vector>

using namespace vgpu::driver;

// Means the same in CUDA 12 and 13.
extern "C" cudaError_t cudaMemPrefetchAsync_v2(const void* address, size_t bytes,
                                               cudaMemLocation place, unsigned flags,
                                               cudaStream_t stream);

namespace {

// One pointer for each parameter: the program's, or into the buffer of `extra`, which holds them
// as PTX lays them out.
class Arguments {
  public:
    CUresult take(CUfunction function, void** parameters, void** extra) {
        pointers_ = parameters;
        if (extra == nullptr) return CUDA_SUCCESS;
        if (parameters != nullptr)
            return fail(CUDA_ERROR_INVALID_VALUE,
                        "kernelParams and extra were both given; a launch takes one of them");
        char* buffer = nullptr;
        size_t bytes = 0;
        for (void** option = extra; *option != CU_LAUNCH_PARAM_END; option += 2) {
            if (*option == CU_LAUNCH_PARAM_BUFFER_POINTER)
                buffer = static_cast<char*>(option[1]);
            else if (*option == CU_LAUNCH_PARAM_BUFFER_SIZE)
                bytes = *static_cast<size_t*>(option[1]);
            else
                return fail(CUDA_ERROR_INVALID_VALUE, "an option in extra is unknown");
        }
        std::uint64_t count = 0;
        size_t end = 0;
        if (const cudaError_t error =
                WORKBOOK_RUNTIME(workbook_kernel_parameters)(function, &count);
            error != cudaSuccess)
            return result_of(error);
        for (std::uint64_t index = 0; index < count; ++index) {
            size_t offset = 0, size = 0;
            const cudaError_t error =
                WORKBOOK_RUNTIME(cudaFuncGetParamInfo)(function, index, &offset, &size);
            if (error != cudaSuccess) return result_of(error);
            if (buffer == nullptr || offset + size > bytes)
                return fail(CUDA_ERROR_INVALID_VALUE,
                            "the buffer of parameters in extra has " + std::to_string(bytes) +
                                " bytes, and parameter " + std::to_string(index) + " ends at " +
                                std::to_string(offset + size));
            gathered_.push_back(buffer + offset);
            end = offset + size;
        }
        if (bytes > end) // not even by what a structure's alignment adds
            return fail(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
                        "the buffer of parameters in extra has " + std::to_string(bytes) +
                            " bytes, and the last parameter ends at " + std::to_string(end));
        pointers_ = gathered_.data();
        return CUDA_SUCCESS;
    }
    void** pointers() const { return pointers_; }

  private:
    void** pointers_ = nullptr;
    std::vector<void*> gathered_;
};

CUresult check_function(CUfunction function) {
    return function != nullptr ? CUDA_SUCCESS
                               : fail(CUDA_ERROR_INVALID_HANDLE, "the function to launch is null");
}

using Launch = decltype(&cudaLaunchKernel);

CUresult launch(Launch which, CUfunction function, dim3 grid, dim3 block, unsigned shared_bytes,
                CUstream stream, void** parameters, void** extra) {
    Arguments arguments;
    CUresult result = check_function(function);
    if (result == CUDA_SUCCESS) result = arguments.take(function, parameters, extra);
    if (result != CUDA_SUCCESS) return result;
    return result_of(which(function, grid, block, arguments.pointers(), shared_bytes, stream));
}

} // namespace

CUresult cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream stream) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMallocAsync)(reinterpret_cast<void**>(address), bytes, stream);
    });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* address, size_t bytes, CUmemoryPool pool,
                                 CUstream stream) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMallocFromPoolAsync)(reinterpret_cast<void**>(address), bytes,
                                                         pool, stream);
    });
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
    return in_context(__func__,
                      [&] { return WORKBOOK_RUNTIME(cudaFreeAsync)(pointer_of(address), stream); });
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUmemLocation place, unsigned flags,
                            CUstream stream) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPrefetchAsync_v2)(
            pointer_of(address), bytes, {static_cast<cudaMemLocationType>(place.type), place.id},
            flags, stream);
    });
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes,
                                unsigned flags) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaStreamAttachMemAsync)(stream, pointer_of(address), bytes,
                                                          flags);
    });
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void** extra) {
    return in_context(__func__, [&] {
        return launch(WORKBOOK_RUNTIME(cudaLaunchKernel), function, {grid_x, grid_y, grid_z},
                      {block_x, block_y, block_z}, shared_bytes, stream, parameters, extra);
    });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared_bytes, CUstream stream,
                                   void** parameters) {
    return in_context(__func__, [&] {
        return launch(WORKBOOK_RUNTIME(cudaLaunchCooperativeKernel), function,
                      {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, stream,
                      parameters, nullptr);
    });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                          void** extra) {
    static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
    return in_context(__func__, [&]() -> CUresult {
        if (config == nullptr) return null_argument();
        Arguments arguments;
        CUresult result = check_function(function);
        if (result == CUDA_SUCCESS) result = arguments.take(function, parameters, extra);
        if (result != CUDA_SUCCESS) return result;
        cudaLaunchConfig_t same{};
        same.gridDim = {config->gridDimX, config->gridDimY, config->gridDimZ};
        same.blockDim = {config->blockDimX, config->blockDimY, config->blockDimZ};
        same.dynamicSmemBytes = config->sharedMemBytes;
        same.stream = config->hStream;
        same.attrs = reinterpret_cast<cudaLaunchAttribute*>(config->attrs);
        same.numAttrs = config->numAttrs;
        return result_of(
            WORKBOOK_RUNTIME(cudaLaunchKernelExC)(&same, function, arguments.pointers()));
    });
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
    return in_context(__func__,
                      [&] { return WORKBOOK_RUNTIME(cudaLaunchHostFunc)(stream, function, data); });
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data,
                             unsigned flags) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaStreamAddCallback)(
            stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags);
    });
}

CUresult cuStreamSynchronize(CUstream stream) {
    return in_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaStreamSynchronize)(stream); });
}

CUresult cuStreamQuery(CUstream stream) {
    return in_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaStreamQuery)(stream); });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    return in_context(__func__,
                      [&] { return WORKBOOK_RUNTIME(cudaStreamWaitEvent)(stream, event, flags); });
}

CUresult cuStreamGetPriority(CUstream stream, int* priority) {
    return in_context(__func__,
                      [&] { return WORKBOOK_RUNTIME(cudaStreamGetPriority)(stream, priority); });
}

CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
    return in_context(__func__,
                      [&] { return WORKBOOK_RUNTIME(cudaStreamGetFlags)(stream, flags); });
}

CUresult cuStreamGetId(CUstream stream, unsigned long long* number) {
    return in_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaStreamGetId)(stream, number); });
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaStreamIsCapturing)(
            stream, reinterpret_cast<cudaStreamCaptureStatus*>(status));
    });
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaStreamBeginCapture)(stream,
                                                        static_cast<cudaStreamCaptureMode>(mode));
    });
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
    return in_context(__func__,
                      [&] { return WORKBOOK_RUNTIME(cudaStreamEndCapture)(stream, graph); });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
    return in_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaEventRecord)(event, stream); });
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
    return in_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaEventRecordWithFlags)(event, stream, flags); });
}

CUresult cuMemcpyBatchAsync(CUdeviceptr* to, CUdeviceptr* from, size_t* bytes, size_t count,
                            CUmemcpyAttributes* attributes, size_t* first, size_t attribute_count,
                            CUstream stream) {
    static_assert(sizeof(CUmemcpyAttributes) == sizeof(cudaMemcpyAttributes));
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemcpyBatchAsync)(
            reinterpret_cast<void**>(to), reinterpret_cast<const void**>(from), bytes, count,
            reinterpret_cast<cudaMemcpyAttributes*>(attributes), first, attribute_count, stream);
    });
}

CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP* operations,
                              unsigned long long flags, CUstream stream) {
    static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(cudaMemcpy3DBatchOp));
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemcpy3DBatchAsync)(
            count, reinterpret_cast<cudaMemcpy3DBatchOp*>(operations), flags, stream);
    });
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr* places, size_t* bytes, size_t count,
                                 CUmemLocation* locations, size_t* first, size_t location_count,
                                 unsigned long long flags, CUstream stream) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPrefetchBatchAsync)(
            reinterpret_cast<void**>(places), bytes, count,
            reinterpret_cast<cudaMemLocation*>(locations), first, location_count, flags, stream);
    });
}

CUresult cuGraphInstantiateWithParams(CUgraphExec* exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS* parameters) {
    static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams));
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphInstantiateWithParams)(
            exec, graph, reinterpret_cast<cudaGraphInstantiateParams*>(parameters));
    });
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
    return in_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaGraphLaunch)(exec, stream); });
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
    return in_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaGraphUpload)(exec, stream); });
}
