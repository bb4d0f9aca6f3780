// Built for a compute capability that only some profiles have. What differs between them besides:
// the rate of the clock, by which a kernel's cycles are its time.
#include <cmath>
#include <cstdio>

__global__ void store(int* place) {
#ifdef __CUDA_ARCH__
    *place = __CUDA_ARCH__;
#endif
}

__global__ void measure(long long* cycles, long long* nanoseconds) {
    long long begin = 0, end = 0;
    const long long first = clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    for (volatile int i = 0; i < 100000; ++i) {
    }
    const long long last = clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
    *cycles = last - first;
    *nanoseconds = end - begin;
}

void compare_clocks() {
    long long* times = nullptr;
    cudaMallocManaged(&times, 2 * sizeof *times);
    cudaEvent_t before, after;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before);
    measure<<<1, 1>>>(&times[0], &times[1]);
    cudaEventRecord(after);
    cudaEventSynchronize(after);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, before, after);
    int kilohertz = 0;
    cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
    const double by_clock = static_cast<double>(times[0]) / kilohertz;
    const double by_timer = static_cast<double>(times[1]) / 1e6;
    std::printf("%d kHz: clock64 and the timer %s, the timer and the events %s\n", kilohertz,
                std::abs(by_clock - by_timer) < 1e-5 ? "agree" : "differ",
                std::abs(milliseconds - by_timer) < 1e-2 ? "agree" : "differ");
}

int main() {
    int* place = nullptr;
    int value = 0;
    cudaMalloc(&place, sizeof *place);
    cudaMemset(place, 0, sizeof *place);
    store<<<1, 1>>>(place);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(&value, place, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%d\n", value);
    if (value != 0) compare_clocks();
    return 0;
}
