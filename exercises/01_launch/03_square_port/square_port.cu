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
        // TODO 1: write the square of element i.

        // end of TODO 1
    }
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) {
        return; // a grid of 0 blocks is an error, and there is nothing to do
    }

    // TODO 2: get device memory for both arrays, and pointers to it.

    // end of TODO 2

    // TODO 3: bring the input to the device.

    // end of TODO 3

    // TODO 4: launch square_kernel on blocks_for(count) blocks of threads_per_block threads.

    // end of TODO 4

    // TODO 5: bring the result back to the host.

    // end of TODO 5

    // TODO 6: give the device memory back.

    // end of TODO 6
}
