// Lesson 22: asks the device what it holds.
#include "reference.hpp"

#include "given.hpp"

#include "wire/cuda_check.hpp"

static int threads_held(int which, int block) {
    const auto [kernel, shared_per_thread] = candidate(which);
    const std::size_t shared_bytes = block * shared_per_thread;
    kernel<<<1, block, shared_bytes>>>(nullptr, nullptr, 0);
    const bool refused = cudaGetLastError() != cudaSuccess;
    int resident = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block, shared_bytes));
    return refused ? 0 : resident * block;
}

int ask_device(const int* blocks, int count, int* threads) {
    for (int which = 0; which < kernels; ++which) {
        for (int k = 0; k < count; ++k) {
            threads[which * count + k] = threads_held(which, blocks[k]);
        }
    }
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return multiprocessors;
}
