// Accepted: cooperative groups: the thread's rank in the grid, and cudaLaunchKernel with an array of addresses
#include "first_kernel.hpp"

#include <cooperative_groups.h>

__global__ void add_kernel(const int* x, const int* y, int* out) {
    const auto rank = cooperative_groups::this_grid().thread_rank();
    out[rank] = x[rank] + y[rank];
}

void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block) {
    void* arguments[] = {&x, &y, &out};
    cudaLaunchKernel(reinterpret_cast<const void*>(&add_kernel), dim3(blocks),
                     dim3(threads_per_block), arguments, 0, nullptr);
}

void add(const int* x, const int* y, int* out) {
    add_on_grid(x, y, out, element_count / 128, 128);
}
