// Lesson 20, given: kernels that are busy for a known time, and how often they were asked for.
#include "event_timer.hpp"
#include "given.hpp"

#include "wire/cuda_check.hpp"

// Works for *milliseconds / parts by the GPU's own clock. The host is not told how long that is.
static __global__ void busy_kernel(const float* milliseconds, int parts) {
    const auto now = [] {
        unsigned long long time;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
        return time;
    };
    const auto nanoseconds =
        static_cast<unsigned long long>(*milliseconds / static_cast<float>(parts) * 1e6f);
    const unsigned long long start = now();
    while (now() - start < nanoseconds) {
    }
}

// The calls that are timed now: how long each is to take, and in how many kernels.
struct TimedCalls {
    const float* busy_ms; // on the device
    int repeats, kernels;
    int made;
};
static TimedCalls now_timed;

void busy() {
    TimedCalls& calls = now_timed;
    const int call = calls.made < calls.repeats ? calls.made : calls.repeats;
    ++calls.made;
    for (int kernel = 0; kernel < calls.kernels; ++kernel) {
        busy_kernel<<<1, 1>>>(calls.busy_ms + call, calls.kernels);
        check(cudaGetLastError());
    }
}

float time_calls(const float* busy_ms, int repeats, int* calls) {
    now_timed = {busy_ms, repeats, 1, 0};
    const float time = time_lambda(repeats);
    *calls = now_timed.made;
    return time;
}

float time_pairs(const float* busy_ms, int repeats, int* calls) {
    now_timed = {busy_ms, repeats, 2, 0};
    const float time = time_struct(repeats);
    *calls = now_timed.made;
    return time;
}
