// Attack: leaves a host function by a jump, so that the device never hears of its end
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <csetjmp>

static std::jmp_buf back;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (setjmp(back) == 0) {
        cudaLaunchHostFunc(
            nullptr, [](void*) { std::longjmp(back, 1); }, nullptr);
        cudaDeviceSynchronize();
    }
    void* block = nullptr;
    cudaMalloc(&block, 100);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
