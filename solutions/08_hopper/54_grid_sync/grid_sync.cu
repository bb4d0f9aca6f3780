// Lesson 54: one kernel, two phases. README.md explains; fill in the four regions marked TODO.
#include "grid_sync.hpp"

#include "given.hpp"

#include <algorithm>
#include <cooperative_groups.h>

// How many blocks of threads_per_block threads of this kernel fit on the current device at once.
int blocks_at_once(Kernel* kernel) {
    // Solution 1: lesson 22's question, about one multiprocessor: registers, shared memory and
    // threads of this kernel decide. The device has so many multiprocessors.
    int device, multiprocessors, of_one;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, kernel, threads_per_block, 0));
    return of_one * multiprocessors;
    // end of Solution 1
}

// A cooperative launch; false, and nothing is done, if so many blocks do not fit at once.
bool launch_together(Kernel* kernel, int blocks, const float* x, std::size_t n, float* work,
                     float* out) {
    // Solution 2: asked before, so that CUDA has no error to report. The arguments travel as
    // pointers to them, in the order of the kernel's parameters.
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
}

__global__ void together_kernel(const float* x, std::size_t n, float* work, float* out) {
    // Solution 3: behind the barrier of the whole grid, each block sees what all blocks have
    // written before it. Every thread of every block comes here, with values or without.
    find_peak(x, n, work);
    cooperative_groups::this_grid().sync();
    scale(x, n, work, out);
    // end of Solution 3
}

__global__ void keeping_kernel(const float* x, std::size_t n, float* work, float* out) {
    // Solution 4: a thread's first values stay in its registers, across the barrier. How often the
    // loops over them run is known when they are compiled, so `own` needs no memory. What does not
    // fit is read twice, as before. Magnitudes are at least 0, which is what a place without a
    // value holds.
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t step = std::ptrdiff_t{gridDim.x} * threads_per_block;
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x;
    float own[kept], peak = 0.0f;
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        own[k] = first + k * step < end ? x[first + k * step] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < kept; ++k) peak = fmaxf(peak, fabsf(own[k]));
    for (std::ptrdiff_t i = first + kept * step; i < end; i += step) {
        peak = fmaxf(peak, fabsf(x[i]));
    }
    peak = largest_of_block(peak);
    if (threadIdx.x == 0) work[blockIdx.x] = peak;
    cooperative_groups::this_grid().sync();
    peak = whole_peak(work);
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        if (first + k * step < end) out[first + k * step] = own[k] / peak;
    }
    for (std::ptrdiff_t i = first + kept * step; i < end; i += step) out[i] = x[i] / peak;
    // end of Solution 4
}

bool normalise_on(int blocks, const float* x, std::size_t n, float* work, float* out) {
    return launch_together(together_kernel, blocks, x, n, work, out);
}

bool keep_on(int blocks, const float* x, std::size_t n, float* work, float* out) {
    return launch_together(keeping_kernel, blocks, x, n, work, out);
}

// As many blocks as there is work for, and as fit at once.
int blocks_for(Kernel* kernel, std::size_t n) {
    const std::size_t wanted = (n + threads_per_block - 1) / threads_per_block;
    return static_cast<int>(std::min<std::size_t>(wanted, blocks_at_once(kernel)));
}

void normalise(const float* x, std::size_t n, float* work, float* out) {
    launch_together(together_kernel, blocks_for(together_kernel, n), x, n, work, out);
}

void normalise_keeping(const float* x, std::size_t n, float* work, float* out) {
    launch_together(keeping_kernel, blocks_for(keeping_kernel, n), x, n, work, out);
}
