// Attack: sets the device's heap, stack and print buffer to all there is, and has kernels fill the heap
// Verdict: any
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

__global__ void kernel() {
    for (int i = 0; i < 10000; ++i)
        if (auto* block = static_cast<char*>(malloc(1 << 20))) block[threadIdx.x] = 1;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (const auto limit : {cudaLimitMallocHeapSize, cudaLimitStackSize, cudaLimitPrintfFifoSize})
        for (std::size_t bytes = ~std::size_t{0}; bytes > 0; bytes /= 2)
            if (cudaDeviceSetLimit(limit, bytes) == cudaSuccess) break;
    kernel<<<4, 256>>>();
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
