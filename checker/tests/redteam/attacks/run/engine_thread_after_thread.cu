// Attack: thousands of threads, one after the other, each of which speaks to the device once
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <thread>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (int i = 0; i < 2000; ++i) std::thread([] { cudaDeviceSynchronize(); }).join();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
