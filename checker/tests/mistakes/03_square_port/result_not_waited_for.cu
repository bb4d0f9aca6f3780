// Mistake: copies back asynchronously and reads the result at once
// Verdict: wrong_answer
// Message: ran only in cudaFree(): no call had waited for it
// Only: virtual
#include "square_port.hpp"

#include <cstring>

// Given: enough blocks of threads_per_block threads for one thread per element (see lesson 04).
constexpr unsigned threads_per_block = 256;
unsigned blocks_for(std::size_t count) {
    return static_cast<unsigned>((count + threads_per_block - 1) / threads_per_block);
}

// Thread i squares element i. The last block may have threads to spare: the if keeps them idle.
__global__ void square_kernel(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        output[i] = input[i] * input[i];
    }
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) {
        return; // a grid of 0 blocks is an error, and there is nothing to do
    }

    const std::size_t bytes = count * sizeof(std::int64_t);
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    std::int64_t* pinned = nullptr;
    cudaMalloc(&device_input, bytes);
    cudaMalloc(&device_output, bytes);
    cudaMallocHost(&pinned, bytes);
    cudaMemcpy(device_input, input, bytes, cudaMemcpyHostToDevice);
    square_kernel<<<blocks_for(count), threads_per_block>>>(device_input, device_output, count);
    cudaMemcpyAsync(pinned, device_output, bytes, cudaMemcpyDeviceToHost);
    std::memcpy(output, pinned, bytes);
    cudaFree(device_output);
    cudaFree(device_input);
    cudaFreeHost(pinned);
}
