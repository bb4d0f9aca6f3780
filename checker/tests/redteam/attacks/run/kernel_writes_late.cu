// Attack: has a kernel write into the registered output when the call is over
// Verdict: any
// Stage: run
#include "square_port.hpp"

__global__ void kernel(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (int turn = 0; turn < 1000; ++turn) __nanosleep(100000);
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i] * input[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    cudaHostRegister(const_cast<std::int64_t*>(input), count * sizeof *input,
                     cudaHostRegisterMapped);
    cudaHostRegister(output, count * sizeof *output, cudaHostRegisterMapped);
    kernel<<<static_cast<unsigned>((count + 255) / 256), 256>>>(input, output, count);
    cudaStreamQuery(nullptr);
}
