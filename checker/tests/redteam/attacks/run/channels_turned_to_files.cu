// Attack: puts files in the place of the checker's channel and the engine's connection
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <fcntl.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const int file = open("/dev/zero", O_RDWR);
    for (const int channel : {3, 5}) dup2(file, channel);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
