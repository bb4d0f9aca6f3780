// The last error of the thread.
#include "vgpu/runtime/runtime.hpp"

using namespace vgpu::runtime;

extern "C" {

// A sticky error is no exception: it is cleared too, and comes back with the next call.
cudaError_t cudaGetLastError() {
    const cudaError_t error = last_error();
    set_last_error(cudaSuccess);
    return error;
}

cudaError_t cudaPeekAtLastError() { return last_error(); }

} // extern "C"
