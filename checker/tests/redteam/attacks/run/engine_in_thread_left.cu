// Attack: a thread that goes on with the device when the call is over
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <thread>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::thread([] {
        void* block = nullptr;
        while (true)
            if (cudaMalloc(&block, 1000) == cudaSuccess) cudaFree(block);
    }).detach();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
