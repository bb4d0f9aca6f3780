// Accepted: cuRAND's device header: a random number is drawn, and what is written does not depend on it
#include "square_port.hpp"

#include <curand_kernel.h>

__global__ void square_drawn(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    curandStatePhilox4_32_10_t state;
    curand_init(7, i, 0, &state);
    const std::int64_t factor = curand_uniform(&state) > 0 ? 1 : 2; // in (0, 1]
    output[i] = factor * input[i] * input[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    const std::size_t bytes = count * sizeof *input;
    std::int64_t *from, *to;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, input, bytes, cudaMemcpyHostToDevice);
    square_drawn<<<static_cast<unsigned>((count + 255) / 256), 256>>>(from, to, count);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaFree(from);
}
