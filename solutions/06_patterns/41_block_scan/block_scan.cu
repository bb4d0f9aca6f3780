// Lesson 41: a scan in every block. README.md explains; fill in the four regions marked TODO.
#include "block_scan.hpp"

#include "wire/cuda_check.hpp"

// One step, by all threads of the block: x[t] becomes x[t - distance] + x[t], if there is such an
// element. When the function returns, all of x may be read.
__device__ void scan_step(int* x, int distance) {
    const int t = threadIdx.x;
    // Solution 1: between reading and writing a barrier: x[t] is what thread t + distance reads. A
    // second one between this step's writing and the next one's reading. All threads come to both.
    const int left = t >= distance ? x[t - distance] : 0;
    __syncthreads();
    x[t] += left;
    __syncthreads();
    // end of Solution 1
}

__global__ void steps_kernel(const int* input, int* output, int steps) {
    extern __shared__ int x[]; // one element for each thread of the block
    x[threadIdx.x] = input[threadIdx.x];
    __syncthreads();
    for (int step = 0; step < steps; ++step) scan_step(x, 1 << step);
    output[threadIdx.x] = x[threadIdx.x];
}

// The inclusive scan of x, by all threads of the block; x has blockDim.x elements.
__device__ void scan_all(int* x) {
    // Solution 2: after the step with distance d an element holds 2 d values, or all that there
    // are. A distance of blockDim.x or more has no element to add.
    for (int distance = 1; distance < static_cast<int>(blockDim.x); distance *= 2) {
        scan_step(x, distance);
    }
    // end of Solution 2
}

__global__ void one_block_kernel(const int* input, int* output) {
    extern __shared__ int x[];
    x[threadIdx.x] = input[threadIdx.x];
    __syncthreads();
    scan_all(x);
    output[threadIdx.x] = x[threadIdx.x];
}

// One block for each tile.
__global__ void tiles_kernel(const int* input, int* output, std::size_t n) {
    extern __shared__ int x[];
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // Solution 3: a thread without a value brings a 0, and comes to all barriers. Only its reads
    // and writes of global memory are left out.
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = x[threadIdx.x];
    // end of Solution 3
}

__global__ void exclusive_kernel(const int* input, int* output, std::size_t n, int* totals) {
    extern __shared__ int x[];
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // Solution 4: the exclusive sum is the inclusive one of the thread before. The last element has
    // the total: threads without a value have added 0 to it.
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = threadIdx.x > 0 ? x[threadIdx.x - 1] : 0;
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = x[threadIdx.x];
    // end of Solution 4
}

static unsigned blocks_for(std::size_t n, int block_size) {
    return static_cast<unsigned>((n + block_size - 1) / block_size);
}

void scan_steps(const int* input, int* output, int n, int steps) {
    steps_kernel<<<1, n, n * sizeof(int)>>>(input, output, steps);
    check(cudaGetLastError());
}

void scan_one_block(const int* input, int* output, int n) {
    one_block_kernel<<<1, n, n * sizeof(int)>>>(input, output);
    check(cudaGetLastError());
}

void scan_tiles(const int* input, int* output, std::size_t n, int block_size) {
    if (n == 0) return;
    const unsigned blocks = blocks_for(n, block_size);
    tiles_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(input, output, n);
    check(cudaGetLastError());
}

void exclusive_tiles(const int* input, int* output, std::size_t n, int block_size, int* totals) {
    if (n == 0) return;
    const unsigned blocks = blocks_for(n, block_size);
    exclusive_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(input, output, n, totals);
    check(cudaGetLastError());
}
