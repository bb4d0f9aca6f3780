// The error codes: last error of the thread, names and texts.
#include "vgpu/runtime/runtime.hpp"

#include <utility>

using namespace vgpu::runtime;

extern "C" {

// A sticky error is no exception: it is cleared too, and comes back with the next call.
cudaError_t cudaGetLastError() {
    return std::exchange(last_error(), cudaSuccess);
}

cudaError_t cudaPeekAtLastError() { return last_error(); }

const char* cudaGetErrorName(cudaError_t error) { return error_name(error); }

const char* cudaGetErrorString(cudaError_t error) { return error_text(error); }

} // extern "C"
