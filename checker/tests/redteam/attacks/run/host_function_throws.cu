// Attack: leaves a host function by an exception
// Verdict: crashed or requirement or fault or timed_out or exited
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    try {
        cudaLaunchHostFunc(
            nullptr, [](void*) { throw 1; }, nullptr);
        cudaDeviceSynchronize();
    } catch (int) {
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
