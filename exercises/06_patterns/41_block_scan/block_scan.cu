// Lesson 41: a scan in every block. README.md explains; fill in the four regions marked TODO.
#include "block_scan.hpp"

#include "wire/cuda_check.hpp"

// One step, by all threads of the block: x[t] becomes x[t - distance] + x[t], if there is such an
// element. When the function returns, all of x may be read.
__device__ void scan_step(int* x, int distance) {
    const int t = threadIdx.x;
    // TODO 1: read, wait, write, wait.
    if (t >= distance) x[t] += x[t];
    // end of TODO 1
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
    // TODO 2: all steps that a block of this size needs.
    scan_step(x, 1);
    // end of TODO 2
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
    // TODO 3: bring in, scan, write. The last tile may have fewer values than the block has
    // threads.
    x[threadIdx.x] = 0;
    if (i < n) output[i] = x[threadIdx.x];
    // end of TODO 3
}

__global__ void exclusive_kernel(const int* input, int* output, std::size_t n, int* totals) {
    extern __shared__ int x[];
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // TODO 4: the exclusive scan; one thread writes the tile's total.
    x[threadIdx.x] = 0;
    if (i < n) output[i] = x[threadIdx.x];
    if (threadIdx.x == 0) totals[blockIdx.x] = 0;
    // end of TODO 4
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
