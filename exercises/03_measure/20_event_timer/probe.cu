// Lesson 20, given: uses the template of your file, so that the checker has functions to call.
#include WORKBOOK_LESSON_FILE

#include <algorithm>

// Works for `nanoseconds` by the GPU's own clock.
__global__ void busy_kernel(unsigned long long nanoseconds) {
    const auto now = [] {
        unsigned long long time;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
        return time;
    };
    const unsigned long long start = now();
    while (now() - start < nanoseconds) {
    }
}

void keep_busy(float milliseconds) {
    busy_kernel<<<1, 1>>>(static_cast<unsigned long long>(milliseconds * 1e6f));
    check(cudaGetLastError());
}

float time_calls(const float* busy_ms, int repeats, int* calls) {
    *calls = 0;
    return time_ms([&] { keep_busy(busy_ms[std::min((*calls)++, repeats)]); }, repeats);
}

// A callable struct that cannot be copied: time_ms takes a reference to it.
struct Pairs {
    const float* busy_ms;
    int repeats;
    int* calls;
    Pairs(const float* busy, int most, int* count) : busy_ms(busy), repeats(most), calls(count) {}
    Pairs(const Pairs&) = delete;
    Pairs& operator=(const Pairs&) = delete;

    void operator()() {
        const float half = busy_ms[std::min((*calls)++, repeats)] / 2;
        keep_busy(half);
        keep_busy(half);
    }
};

float time_pairs(const float* busy_ms, int repeats, int* calls) {
    *calls = 0;
    Pairs pairs(busy_ms, repeats, calls);
    return time_ms(pairs, repeats);
}
