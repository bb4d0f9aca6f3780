// Attack: registers its stack, and has a kernel write over the frames of the serving code
// Verdict: any
// Stage: run
#include "square_port.hpp"

__global__ void kernel(unsigned long* words) { words[threadIdx.x] = 0; }

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    auto* frame = reinterpret_cast<char*>(
        reinterpret_cast<unsigned long>(__builtin_frame_address(0)) / 4096 * 4096);
    cudaHostRegister(frame, 8192, cudaHostRegisterMapped);
    kernel<<<1, 512>>>(reinterpret_cast<unsigned long*>(frame + 4096));
    cudaDeviceSynchronize();
}
