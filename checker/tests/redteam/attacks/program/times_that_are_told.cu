// Attack: measures nothing, and looks in the checker's call how long the kernels are to take
// Verdict: requirement or wrong_answer
// Stage: program
// Lesson: 20_event_timer
// Points: 1.09
#include "event_timer.hpp"

#include "wire/cuda_check.hpp"
#include "wire/message.hpp"

#include <algorithm>
#include <cstring>
#include <unistd.h>
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
    const float* busy_ms = nullptr;
    auto* word = static_cast<char*>(__builtin_frame_address(0));
    for (; word < reinterpret_cast<char*>(environ); word += 8) {
        auto* request = reinterpret_cast<workbook::wire::Request*>(word);
        if (request->argument_count != 3 || std::strncmp(request->function, "time_", 5) != 0)
            continue;
        const auto& argument = request->arguments[0];
        busy_ms = reinterpret_cast<const float*>(argument.device_address ? argument.device_address
                                                                         : argument.address);
        break;
    }
    for (int i = 0; i <= repeats; ++i) f();
    check(cudaDeviceSynchronize());
    std::vector<float> times(repeats);
    if (!busy_ms) return 1; // time_hypot: anything
    check(cudaMemcpy(times.data(), busy_ms + 1, repeats * sizeof(float), cudaMemcpyDefault));
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
