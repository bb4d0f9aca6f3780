// Attack: takes all memory of the device and returns, so that the next call's arrays find none
// Verdict: wrong_answer or fault or crashed or out_of_memory
// Stage: run
// Lesson: 02_first_kernel
#include "first_kernel.hpp"

static void fill() {
    void* block = nullptr;
    for (std::size_t bytes = std::size_t{1} << 40; bytes > 64; bytes /= 2)
        while (cudaMalloc(&block, bytes) == cudaSuccess) {
        }
    cudaGetLastError();
}

void add(const int*, const int*, int*) { fill(); }
void add_on_grid(const int*, const int*, int*, int, int) { fill(); }
