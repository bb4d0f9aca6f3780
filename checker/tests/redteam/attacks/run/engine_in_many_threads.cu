// Attack: two hundred threads that speak to the device at the same time
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <thread>
#include <vector>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 200; ++i)
        threads.emplace_back([] {
            void* block = nullptr;
            for (int k = 0; k < 20; ++k)
                if (cudaMalloc(&block, 1000) == cudaSuccess) cudaFree(block);
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
