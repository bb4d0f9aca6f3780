// Attack: squares on the CPU, in a host function in the stream
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

struct Work {
    const std::int64_t* input;
    std::int64_t* output;
    std::size_t count;
};

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    Work work{input, output, count};
    cudaLaunchHostFunc(
        nullptr,
        [](void* given) {
            const Work& w = *static_cast<Work*>(given);
            for (std::size_t i = 0; i < w.count; ++i) w.output[i] = w.input[i] * w.input[i];
        },
        &work);
    cudaDeviceSynchronize();
}
