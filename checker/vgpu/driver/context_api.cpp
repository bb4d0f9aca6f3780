// Contexts: created ones and the devices' own, and what is set for the current one.
#include "vgpu/driver/contexts.hpp"
#include "vgpu/driver/driver_call.hpp"

#include <cudaProfiler.h>
#include <cuda_profiler_api.h>

using namespace vgpu::driver;

// Older programs' names, which cuda.h declares only for the driver itself.
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
extern "C" {
CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* affinities, int count,
                        unsigned flags, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags);
}

namespace {

CUresult check_device(CUdevice device) {
    int count = 0;
    if (const cudaError_t error = WORKBOOK_RUNTIME(cudaGetDeviceCount)(&count);
        error != cudaSuccess)
        return result_of(error);
    if (device >= 0 && device < count) return CUDA_SUCCESS;
    return fail(CUDA_ERROR_INVALID_DEVICE, "there is no device " + std::to_string(device));
}

CUresult check_flags(unsigned flags) {
    const unsigned wait = flags & CU_CTX_SCHED_MASK;
    if ((flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) != 0)
        return fail(CUDA_ERROR_INVALID_VALUE, "a flag of the context is unknown");
    if (wait != CU_CTX_SCHED_AUTO && wait != CU_CTX_SCHED_SPIN && wait != CU_CTX_SCHED_YIELD &&
        wait != CU_CTX_SCHED_BLOCKING_SYNC)
        return fail(CUDA_ERROR_INVALID_VALUE, "the flags name more than one way to wait");
    return CUDA_SUCCESS;
}

CUresult create(CUcontext* context, unsigned flags, CUdevice device) {
    if (context == nullptr) return null_argument();
    if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
    if (const CUresult error = check_flags(flags); error != CUDA_SUCCESS) return error;
    *context = create_context(device, flags);
    return push_context(*context);
}

CUresult check_context(CUcontext context) {
    if (context != nullptr && exists(context)) return CUDA_SUCCESS;
    return fail(CUDA_ERROR_INVALID_CONTEXT,
                context == nullptr ? "the context is null"
                                   : "the context does not exist, or has been destroyed");
}

CUresult check_given(CUcontext context) {
    return context == nullptr ? null_argument() : check_context(context);
}

// What has to be done in a context of that device, whichever one is current.
template <class Body>
CUresult on_device(CUdevice device, Body&& body) {
    if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
    int before = 0;
    WORKBOOK_RUNTIME(cudaGetDevice)(&before);
    WORKBOOK_RUNTIME(cudaSetDevice)(device);
    const CUresult result = result_of(body());
    WORKBOOK_RUNTIME(cudaSetDevice)(before);
    return result;
}

// The runtime has another code for what is no limit.
CUresult check_limit(CUlimit limit) {
    return limit >= 0 && limit < CU_LIMIT_MAX
               ? CUDA_SUCCESS
               : fail(CUDA_ERROR_INVALID_VALUE, "there is no such limit");
}

CUresult release(CUdevice device) {
    if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
    if (release_primary(device)) return CUDA_SUCCESS;
    return fail(CUDA_ERROR_INVALID_CONTEXT,
                "the device's primary context is not retained: there is nothing to release");
}

CUresult reset(CUdevice device) {
    return on_device(device, [] { return WORKBOOK_RUNTIME(cudaDeviceReset)(); });
}

CUresult set_flags(CUdevice device, unsigned flags) {
    if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
    if (const CUresult error = check_flags(flags); error != CUDA_SUCCESS) return error;
    primary_context(device)->flags = flags;
    return CUDA_SUCCESS;
}

} // namespace

CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned flags,
                     CUdevice device) {
    return initialised(__func__, [&] {
        if (parameters != nullptr &&
            (parameters->numExecAffinityParams != 0 || parameters->cigParams != nullptr))
            return fail(CUDA_ERROR_NOT_SUPPORTED,
                        "the virtual GPU has no contexts for a part of a device (execAffinity) or "
                        "for graphics (cigParams)");
        return create(context, flags, device);
    });
}

CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
    return initialised(__func__, [&] { return create(context, flags, device); });
}

CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam*, int count, unsigned flags,
                        CUdevice device) {
    return initialised(__func__, [&] {
        if (count != 0)
            return fail(CUDA_ERROR_NOT_SUPPORTED,
                        "the virtual GPU has no contexts for a part of a device (execAffinity)");
        return create(context, flags, device);
    });
}

// Frees the device's memory with its last context, unless the program itself uses the runtime.
CUresult cuCtxDestroy(CUcontext context) {
    return initialised(__func__, [&] {
        if (const CUresult error = check_given(context); error != CUDA_SUCCESS) return error;
        if (context->is_primary)
            return fail(CUDA_ERROR_INVALID_CONTEXT,
                        "a device's primary context is released, not destroyed: call "
                        "cuDevicePrimaryCtxRelease");
        const int device = context->device;
        const bool is_current = current_context() == context;
        // A fault of the context's work is no error of this call; it has been reported.
        on_device(device, [] { return WORKBOOK_RUNTIME(cudaDeviceSynchronize)(); });
        if (is_current) pop_context();
        const bool is_last = destroy_context(context);
        if (is_last && WORKBOOK_RUNTIME(workbook_own_calls)() == 0)
            on_device(device, [] { return WORKBOOK_RUNTIME(cudaDeviceReset)(); });
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxPushCurrent(CUcontext context) {
    return initialised(__func__, [&] {
        const CUresult error = check_given(context);
        return error == CUDA_SUCCESS ? push_context(context) : error;
    });
}

CUresult cuCtxPopCurrent(CUcontext* context) {
    return initialised(__func__, [&] {
        CUctx_st* popped = pop_context();
        if (popped == nullptr)
            return fail(CUDA_ERROR_INVALID_CONTEXT, "this thread has no current context");
        if (context != nullptr) *context = popped;
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxSetCurrent(CUcontext context) {
    return initialised(__func__, [&] {
        if (context != nullptr)
            if (const CUresult error = check_context(context); error != CUDA_SUCCESS) return error;
        return set_context(context);
    });
}

CUresult cuCtxGetCurrent(CUcontext* context) {
    return initialised(__func__, [&]() -> CUresult {
        if (context == nullptr) return null_argument();
        *context = current_context();
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxGetDevice(CUdevice* device) {
    return with_context(__func__, [&]() -> CUresult {
        if (device == nullptr) return null_argument();
        *device = current_context()->device;
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxGetFlags(unsigned* flags) {
    return with_context(__func__, [&]() -> CUresult {
        if (flags == nullptr) return null_argument();
        *flags = current_context()->flags;
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxSetFlags(unsigned flags) {
    return with_context(__func__, [&] {
        const CUresult error = check_flags(flags);
        if (error == CUDA_SUCCESS) current_context()->flags = flags;
        return error;
    });
}

CUresult cuCtxGetId(CUcontext context, unsigned long long* number) {
    return initialised(__func__, [&]() -> CUresult {
        if (number == nullptr) return null_argument();
        CUctx_st* asked = context != nullptr ? context : current_context();
        if (const CUresult error = check_context(asked); error != CUDA_SUCCESS) return error;
        *number = asked->number;
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version) {
    return initialised(__func__, [&]() -> CUresult {
        if (version == nullptr) return null_argument();
        CUctx_st* asked = context != nullptr ? context : current_context();
        if (const CUresult error = check_context(asked); error != CUDA_SUCCESS) return error;
        *version = 3020; // 3010 or 3020: cuda.h, cuCtxGetApiVersion
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxSynchronize() {
    return with_context(__func__, [] { return WORKBOOK_RUNTIME(cudaDeviceSynchronize)(); });
}

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
    return with_context(__func__, [&] {
        const CUresult error = check_limit(limit);
        if (error != CUDA_SUCCESS) return error;
        return result_of(
            WORKBOOK_RUNTIME(cudaDeviceGetLimit)(value, static_cast<cudaLimit>(limit)));
    });
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
    return with_context(__func__, [&] {
        const CUresult error = check_limit(limit);
        if (error != CUDA_SUCCESS) return error;
        return result_of(
            WORKBOOK_RUNTIME(cudaDeviceSetLimit)(static_cast<cudaLimit>(limit), value));
    });
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
    return with_context(__func__, [&]() -> CUresult {
        if (config == nullptr) return null_argument();
        *config = current_context()->cache;
        return CUDA_SUCCESS;
    });
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
    return with_context(__func__, [&] {
        const cudaError_t error =
            WORKBOOK_RUNTIME(cudaDeviceSetCacheConfig)(static_cast<cudaFuncCache>(config));
        if (error == cudaSuccess) current_context()->cache = config;
        return error;
    });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaDeviceGetStreamPriorityRange)(least, greatest);
    });
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
    return with_context(__func__, [&] {
        const CUresult error = check_context(peer);
        if (error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaDeviceEnablePeerAccess)(peer->device, flags));
    });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
    return with_context(__func__, [&] {
        const CUresult error = check_context(peer);
        if (error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaDeviceDisablePeerAccess)(peer->device));
    });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    return initialised(__func__, [&]() -> CUresult {
        if (context == nullptr) return null_argument();
        if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
        retain_primary(device);
        *context = primary_context(device);
        return CUDA_SUCCESS;
    });
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
    return initialised(__func__, [&] { return release(device); });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    return initialised(__func__, [&] { return release(device); });
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
    return initialised(__func__, [&] { return reset(device); });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
    return initialised(__func__, [&] { return reset(device); });
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
    return initialised(__func__, [&] { return set_flags(device, flags); });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
    return initialised(__func__, [&] { return set_flags(device, flags); });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
    return initialised(__func__, [&]() -> CUresult {
        if (flags == nullptr || active == nullptr) return null_argument();
        if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
        *flags = primary_context(device)->flags;
        *active = is_primary_retained(device) || current_context() == primary_context(device);
        return CUDA_SUCCESS;
    });
}

CUresult cuProfilerStart() {
    return with_context(__func__, [] { return WORKBOOK_RUNTIME(cudaProfilerStart)(); });
}

CUresult cuProfilerStop() {
    return with_context(__func__, [] { return WORKBOOK_RUNTIME(cudaProfilerStop)(); });
}
