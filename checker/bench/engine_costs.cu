// What it costs that the virtual GPU is a process of its own: calls that do next to nothing, and
// copies of many bytes. engine_costs.py runs it. With the argument "nothing" it ends at once; with
// "devices" it only asks how many devices there are.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

__global__ void empty() {}

// Seconds, the median of so many times.
static double median(int times, const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    std::vector<double> seconds(static_cast<std::size_t>(times));
    for (double& one : seconds) {
        const auto begin = Clock::now();
        work();
        one = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    std::nth_element(seconds.begin(), seconds.begin() + times / 2, seconds.end());
    return seconds[static_cast<std::size_t>(times) / 2];
}

int main(int count, char** words) {
    const char* word = count > 1 ? words[1] : "";
    int devices = 0;
    if (std::strcmp(word, "nothing") == 0) return 0;
    if (std::strcmp(word, "devices") == 0)
        return cudaGetDeviceCount(&devices) == cudaSuccess ? 0 : 1;

    std::printf("the first call: %.2f ms\n", 1e3 * median(1, [] { cudaFree(nullptr); }));
    empty<<<1, 1>>>();
    cudaDeviceSynchronize();
    std::printf("a launch and the wait for it: %.1f us\n", 1e6 * median(3001, [] {
                                                               empty<<<1, 1>>>();
                                                               cudaDeviceSynchronize();
                                                           }));
    void* little = nullptr;
    cudaMalloc(&little, 4);
    std::printf("cudaMemcpy of 4 bytes: %.1f us\n",
                1e6 * median(3001, [&] { cudaMemcpy(little, words, 4, cudaMemcpyHostToDevice); }));
    std::printf("cudaMalloc and cudaFree: %.1f us\n", 1e6 * median(3001, [] {
                                                          void* block = nullptr;
                                                          cudaMalloc(&block, 4096);
                                                          cudaFree(block);
                                                      }));
    constexpr std::size_t bytes = std::size_t{256} << 20;
    std::vector<char> here(bytes, 1);
    void* there = nullptr;
    if (cudaMalloc(&there, bytes) != cudaSuccess) return 1;
    cudaMemcpy(there, here.data(), bytes,
               cudaMemcpyHostToDevice); // its pages are there from now on
    const double to =
        median(15, [&] { cudaMemcpy(there, here.data(), bytes, cudaMemcpyHostToDevice); });
    const double from =
        median(15, [&] { cudaMemcpy(here.data(), there, bytes, cudaMemcpyDeviceToHost); });
    std::printf("256 MiB to the device: %.1f GB/s\n", bytes * 1e-9 / to);
    std::printf("256 MiB from the device: %.1f GB/s\n", bytes * 1e-9 / from);
    return cudaFree(there) == cudaSuccess ? 0 : 1;
}
