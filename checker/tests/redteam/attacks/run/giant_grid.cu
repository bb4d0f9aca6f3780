// Attack: a grid of so many blocks that no computer sees its end
// Verdict: timed_out or fault
// Stage: run
#include "square_port.hpp"

__global__ void kernel() {}

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    kernel<<<dim3(2147483647, 65535, 65535), 1024>>>();
    cudaDeviceSynchronize();
}
