// Attack: a thread squares in pinned memory when a kernel that runs has looked there and gives the signal
// Verdict: requirement or forbidden
// Stage: run
#include "square_port.hpp"

#include <atomic>
#include <thread>

__global__ void multiply(volatile std::int64_t* flags, const std::int64_t* squares,
                         std::int64_t* to, std::size_t count, std::int64_t one) {
    flags[1] = 1;
    __threadfence_system();
    while (flags[0] == 0) {
    }
    __threadfence_system();
    for (std::size_t i = 0; i < count; ++i) to[i] = squares[i] * one;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    std::int64_t *pinned, *to;
    const std::size_t bytes = count * sizeof *to;
    cudaMallocHost(&pinned, bytes + 2 * sizeof *pinned);
    cudaMalloc(&to, bytes);
    for (std::size_t i = 0; i < count + 2; ++i) pinned[i] = 0;
    std::thread thread([=] {
        std::atomic_ref<std::int64_t> looked(pinned[1]), done(pinned[0]);
        while (looked.load() == 0) {
        }
        for (std::size_t i = 0; i < count; ++i) pinned[2 + i] = input[i] * input[i];
        done.store(1);
    });
    multiply<<<1, 1>>>(pinned, pinned + 2, to, count, 1);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    thread.join();
    cudaFreeHost(pinned);
    cudaFree(to);
}
