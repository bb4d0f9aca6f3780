// Attack: a host function in the stream that squares when the call is over
// Verdict: requirement or wrong_answer or not_started or fault
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

struct Work {
    const std::int64_t* input;
    std::int64_t* output;
    std::size_t count;
} work;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    work = {input, output, count};
    cudaLaunchHostFunc(
        nullptr,
        [](void*) {
            usleep(50000);
            for (std::size_t i = 0; i < work.count; ++i)
                work.output[i] = work.input[i] * work.input[i];
        },
        nullptr);
}
