// The error codes: last error of the thread, names and texts.
#include "vgpu/runtime/runtime.hpp"

using namespace vgpu::runtime;

namespace {

cudaError_t current_error() {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    return runtime.sticky() != cudaSuccess ? runtime.sticky() : last_error();
}

} // namespace

extern "C" {

cudaError_t cudaGetLastError() {
    const cudaError_t error = current_error();
    last_error() = cudaSuccess; // a sticky error comes back all the same
    return error;
}

cudaError_t cudaPeekAtLastError() { return current_error(); }

const char* cudaGetErrorName(cudaError_t error) { return error_name(error); }

const char* cudaGetErrorString(cudaError_t error) { return error_text(error); }

} // extern "C"
