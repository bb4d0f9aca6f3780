// Attack: finds the function by which the runtime is told that a call has ended, and tells it before it leaves an error
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <dlfcn.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    const auto ended = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "workbook_call_ended"));
    for (int i = 0; ended && i < 100; ++i) ended();
    void* lost = nullptr;
    cudaMalloc(&lost, 1 << 20);
    cudaMemcpy(output, lost, std::size_t{1} << 40, cudaMemcpyDeviceToHost);
}
