// Accepted: two arrays in turn, and one barrier for each step
#include "block_scan.hpp"

#include "wire/cuda_check.hpp"

// Scans the values of a block; after `steps` steps, or when all is done. x has room for two arrays.
__device__ int scan(int own, int* x, int steps) {
    int* from = x;
    int* to = x + blockDim.x;
    const unsigned t = threadIdx.x;
    from[t] = own;
    __syncthreads();
    for (unsigned distance = 1; steps > 0 && distance < blockDim.x; distance <<= 1, --steps) {
        to[t] = t < distance ? from[t] : from[t] + from[t - distance];
        int* const old = from;
        from = to;
        to = old;
        __syncthreads();
    }
    return from[t];
}

__global__ void steps_kernel(const int* input, int* output, int steps) {
    extern __shared__ int x[];
    output[threadIdx.x] = scan(input[threadIdx.x], x, steps);
}

__global__ void tiles_kernel(const int* input, int* output, std::size_t n, int* totals) {
    extern __shared__ int x[];
    const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
    int own = 0;
    if (i < n) own = input[i];
    const int sum = scan(own, x, 32);
    if (i < n) output[i] = totals != nullptr ? sum - own : sum;
    if (totals != nullptr && threadIdx.x + 1 == blockDim.x) totals[blockIdx.x] = sum;
}

void scan_steps(const int* input, int* output, int n, int steps) {
    steps_kernel<<<1, n, 2 * n * sizeof(int)>>>(input, output, steps);
    check(cudaGetLastError());
}

void scan_one_block(const int* input, int* output, int n) { scan_steps(input, output, n, 10); }

void scan_tiles(const int* input, int* output, std::size_t n, int block_size) {
    if (n == 0) return;
    tiles_kernel<<<(n + block_size - 1) / block_size, block_size, 2 * block_size * sizeof(int)>>>(
        input, output, n, nullptr);
    check(cudaGetLastError());
}

void exclusive_tiles(const int* input, int* output, std::size_t n, int block_size, int* totals) {
    if (n == 0) return;
    tiles_kernel<<<(n + block_size - 1) / block_size, block_size, 2 * block_size * sizeof(int)>>>(
        input, output, n, totals);
    check(cudaGetLastError());
}
