// Accepted: cooperative groups: each thread knows its rank in the grid, and goes on by the grid's size
#include "square_port.hpp"

#include <cooperative_groups.h>

__global__ void square_by_rank(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const auto grid = cooperative_groups::this_grid();
    for (std::size_t i = grid.thread_rank(); i < count; i += grid.size())
        output[i] = input[i] * input[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    const std::size_t bytes = count * sizeof *input;
    std::int64_t* both = nullptr;
    cudaMalloc(&both, 2 * bytes);
    cudaMemcpy(both, input, bytes, cudaMemcpyHostToDevice);
    square_by_rank<<<static_cast<unsigned>((count + 255) / 256), 256>>>(both, both + count, count);
    cudaMemcpy(output, both + count, bytes, cudaMemcpyDeviceToHost);
    cudaFree(both);
}
