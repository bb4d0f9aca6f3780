// One call of a function of the driver API under way:
//     return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaFree)(pointer); });
#pragma once

#include "vgpu/driver/runtime_library.hpp"
#include "vgpu/runtime/driver_results.hpp"

#include <string>

namespace vgpu::driver {

// What there has to be before the call.
enum class Needs { nothing, initialised, context };

class DriverCall {
  public:
    // `function` as the compiler names it: "cuMemAlloc_v2" is called cuMemAlloc in messages.
    DriverCall(const char* function, Needs needs, bool per_thread_default);
    ~DriverCall();
    DriverCall(const DriverCall&) = delete;
    DriverCall& operator=(const DriverCall&) = delete;

    // The error with which the call must end before it does anything; CUDA_SUCCESS: it goes on.
    CUresult refusal() const { return refusal_; }

  private:
    std::string name_;
    CUresult refusal_ = CUDA_SUCCESS;
};

// Reports what this library found wrong by itself, as the engine reports its own errors.
CUresult fail(CUresult error, const std::string& explanation);
inline CUresult null_argument() {
    return fail(CUDA_ERROR_INVALID_VALUE, "a null pointer was given");
}

inline CUresult result_of(CUresult result) { return result; }
inline CUresult result_of(cudaError_t error) { return runtime::driver_result(error); }

// Some files are compiled twice: the second time for programs with per-thread default streams.
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define WORKBOOK_PER_THREAD_DEFAULT true
#else
#define WORKBOOK_PER_THREAD_DEFAULT false
#endif

template <Needs needs, bool per_thread_default, class Body>
CUresult driver_call(const char* function, Body&& body) {
    const DriverCall call(function, needs, per_thread_default);
    return call.refusal() != CUDA_SUCCESS ? call.refusal() : result_of(body());
}
template <class Body>
CUresult at_any_time(const char* function, Body&& body) {
    return driver_call<Needs::nothing, false>(function, body);
}
template <class Body>
CUresult initialised(const char* function, Body&& body) {
    return driver_call<Needs::initialised, false>(function, body);
}
template <class Body>
CUresult with_context(const char* function, Body&& body) {
    return driver_call<Needs::context, false>(function, body);
}
// For functions that programs with per-thread default streams call by another name. Such a file is
// compiled twice; the unnamed namespace keeps the two versions apart.
namespace {
template <class Body>
[[maybe_unused]] CUresult in_context(const char* function, Body&& body) {
    return driver_call<Needs::context, WORKBOOK_PER_THREAD_DEFAULT>(function, body);
}
} // namespace

// Device addresses are numbers here and pointers there.
inline void* pointer_of(CUdeviceptr address) { return reinterpret_cast<void*>(address); }
inline const void* key_of(CUfunction function) { return function; }

} // namespace vgpu::driver
