// Streams and events themselves; what is put into them is in stream_functions.cpp.
#include "vgpu/driver/driver_call.hpp"

using namespace vgpu::driver;

// Older programs' name, which cuda.h declares only for the driver itself.
#undef cuEventElapsedTime
extern "C" CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);

namespace {

CUresult elapsed(float* milliseconds, CUevent start, CUevent end) {
    if (milliseconds == nullptr) return fail(CUDA_ERROR_INVALID_HANDLE, "a null pointer was given");
    return result_of(WORKBOOK_RUNTIME(cudaEventElapsedTime)(milliseconds, start, end));
}

} // namespace

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaStreamCreateWithFlags)(stream, flags); });
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaStreamCreateWithPriority)(stream, flags, priority);
    });
}

CUresult cuStreamDestroy(CUstream stream) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaStreamDestroy)(stream); });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaEventCreateWithFlags)(event, flags); });
}

CUresult cuEventDestroy(CUevent event) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaEventDestroy)(event); });
}

CUresult cuEventQuery(CUevent event) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaEventQuery)(event); });
}

CUresult cuEventSynchronize(CUevent event) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaEventSynchronize)(event); });
}

CUresult cuEventElapsedTime_v2(float* milliseconds, CUevent start, CUevent end) {
    return with_context(__func__, [&] { return elapsed(milliseconds, start, end); });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
    return with_context(__func__, [&] { return elapsed(milliseconds, start, end); });
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaThreadExchangeStreamCaptureMode)(
            reinterpret_cast<cudaStreamCaptureMode*>(mode));
    });
}
