// Functions under the names that they had before CUDA 4.0, which old programs call.
#include "vgpu/client/link.hpp"

using vgpu::calls::Function;
using vgpu::client::typed_call;

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t

WORKBOOK_EXPORT cudaThreadSynchronize() { return typed_call(Function::cudaDeviceSynchronize, 0); }

WORKBOOK_EXPORT cudaThreadExit() { return typed_call(Function::cudaDeviceReset, 0); }

WORKBOOK_EXPORT cudaThreadGetLimit(size_t* value, cudaLimit limit) {
    return typed_call(Function::cudaDeviceGetLimit, 0, value, limit);
}

WORKBOOK_EXPORT cudaThreadSetLimit(cudaLimit limit, size_t value) {
    return typed_call(Function::cudaDeviceSetLimit, 0, limit, value);
}

WORKBOOK_EXPORT cudaThreadGetCacheConfig(cudaFuncCache* config) {
    return typed_call(Function::cudaDeviceGetCacheConfig, 0, config);
}

WORKBOOK_EXPORT cudaThreadSetCacheConfig(cudaFuncCache config) {
    return typed_call(Function::cudaDeviceSetCacheConfig, 0, config);
}
