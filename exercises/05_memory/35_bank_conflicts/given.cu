// Lesson 35, given: one warp reads the words that it is told, and its turns are counted.
#include "bank_conflicts.hpp"

#include "wire/cuda_check.hpp"

namespace {

constexpr int all_words = 4096;

__global__ void read_kernel(const int* words, int* out) {
    __shared__ int memory[all_words];
    for (int w = threadIdx.x; w < all_words; w += 32) {
        memory[w] = w;
    }
    __syncthreads();
    out[threadIdx.x] = memory[words[threadIdx.x]];
}

} // namespace

void read_words(const int* words, int* out) {
    read_kernel<<<1, 32>>>(words, out);
    check(cudaGetLastError());
}
