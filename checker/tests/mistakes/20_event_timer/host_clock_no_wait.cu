// Mistake: a clock of the host, and nothing waits for the kernel
// Verdict: wrong_answer
// Message: no event was asked for its time
// Only: virtual
#include "event_timer.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

// A mark in a stream of work: the GPU notes the time when it comes past. Usable as a cudaEvent_t.
class Event {
  public:
    Event() { check(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    operator cudaEvent_t() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

float median(const float* times, int count) {
    std::vector<float> sorted(times, times + count);
    std::sort(sorted.begin(), sorted.end());
    const int middle = count / 2;
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

template <typename F>
float time_ms(F&& f, int repeats) {
    f();
    std::vector<float> times(repeats);
    for (float& time : times) {
        const auto begin = std::chrono::steady_clock::now();
        f();
        const auto end = std::chrono::steady_clock::now();
        time = std::chrono::duration<float, std::milli>(end - begin).count();
    }
    return median(times.data(), repeats);
}

__global__ void hypot_kernel(const float* a, const float* b, float* out, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = hypotf(a[i], b[i]);
    }
}

float time_hypot(const float* a, const float* b, float* out, std::size_t n, int blocks,
                 int threads) {
    return time_ms(
        [&] {
            hypot_kernel<<<blocks, threads>>>(a, b, out, n);
            check(cudaGetLastError());
        },
        5);
}
