// Attack: says of its lines that they stand in the checker and in the solution, and writes out of bounds there
// Verdict: fault
// Stage: program
#include "square_port.hpp"

#line 55 "../../../checker/harness/check.cpp"
__global__ void outside(std::int64_t* output, std::size_t count) {
    output[count + threadIdx.x] = 1;
}
#line 20 "../../../solutions/01_launch/03_square_port/square_port.cu"
void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t* array = nullptr;
    cudaMalloc(&array, count * sizeof *array);
    outside<<<1, 32>>>(array, count);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
