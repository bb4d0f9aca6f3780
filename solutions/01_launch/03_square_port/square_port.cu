// Lesson 03: from host arrays to the GPU and back. README.md explains; fill in the six regions
// marked TODO.
#include "square_port.hpp"

// Given: enough blocks of threads_per_block threads for one thread per element (see lesson 04).
constexpr unsigned threads_per_block = 256;
unsigned blocks_for(std::size_t count) {
    return static_cast<unsigned>((count + threads_per_block - 1) / threads_per_block);
}

// Thread i squares element i. The last block may have threads to spare: the if keeps them idle.
__global__ void square_kernel(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        // Solution 1: both factors are 64 bits wide, so the product is too. Through an int on the
        // way, squares of numbers beyond 46340 would be cut off.
        output[i] = input[i] * input[i];
        // end of Solution 1
    }
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) {
        return; // a grid of 0 blocks is an error, and there is nothing to do
    }

    // Solution 2: cudaMalloc counts bytes. It has to write the address that it found into the
    // caller's pointer, so it is given the address of that pointer.
    const std::size_t bytes = count * sizeof(std::int64_t);
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    cudaMalloc(&device_input, bytes);
    cudaMalloc(&device_output, bytes);
    // end of Solution 2

    // Solution 3: destination first, as in memcpy. Only the input travels: the kernel overwrites
    // all of the output, so what device_output holds before does not matter.
    cudaMemcpy(device_input, input, bytes, cudaMemcpyHostToDevice);
    // end of Solution 3

    // Solution 4: the kernel gets device pointers; a thread could not follow a host pointer. The
    // launch only puts the kernel in the queue and returns at once.
    square_kernel<<<blocks_for(count), threads_per_block>>>(device_input, device_output, count);
    // end of Solution 4

    // Solution 5: the copy stands in the same queue, so it starts when the kernel has finished, and
    // cudaMemcpy returns when the data has arrived. Nothing else needs to wait.
    cudaMemcpy(output, device_output, bytes, cudaMemcpyDeviceToHost);
    // end of Solution 5

    // Solution 6: one cudaFree for each cudaMalloc: no other code holds these pointers.
    cudaFree(device_output);
    cudaFree(device_input);
    // end of Solution 6
}
