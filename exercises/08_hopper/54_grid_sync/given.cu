// Lesson 54, given: what calls your functions with kernels that only meet, and the two launches to
// be measured against.
#include "given.hpp"

#include <algorithm>

static constexpr Kernel* meeting[] = {slim_kernel<0>, wide_kernel<0>};

// In your file.
int blocks_at_once(Kernel* kernel);
bool launch_together(Kernel* kernel, int blocks, const float* x, std::size_t n, float* work,
                     float* out);

int fitting_blocks(int which) { return blocks_at_once(meeting[which]); }

bool meet(int which, int blocks, float* work, float* out) {
    return launch_together(meeting[which], blocks, nullptr, 0, work, out);
}

static __global__ void first_kernel(const float* x, std::size_t n, float* work) {
    find_peak(x, n, work);
}

static __global__ void second_kernel(const float* x, std::size_t n, const float* work,
                                     float* out) {
    scale(x, n, work, out);
}

void normalise_by_two(const float* x, std::size_t n, float* work, float* out) {
    constexpr std::size_t blocks_of_both = 1056; // 8 for each multiprocessor of an H100
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, blocks_of_both));
    first_kernel<<<blocks, threads_per_block>>>(x, n, work);
    check(cudaGetLastError());
    second_kernel<<<blocks, threads_per_block>>>(x, n, work, out);
    check(cudaGetLastError());
}
