// Attack: writes a system call over its own code through /proc/self/mem, and serves all calls itself
// Verdict: any
// Stage: early
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <cstdio>

// As the C library's syscall().
constexpr unsigned char code[] = {0x48, 0x89, 0xf8, 0x48, 0x89, 0xf7, 0x48, 0x89, 0xd6,
                                  0x48, 0x89, 0xca, 0x4d, 0x89, 0xc2, 0x4d, 0x89, 0xc8,
                                  0x4c, 0x8b, 0x4c, 0x24, 0x08, 0x0f, 0x05, 0xc3};

__attribute__((noinline)) long call(long, long, const void*, long) {
    for (volatile int i = 0; i < 10;) i = i + 1; // at least as long as what is put in its place
    return -1;
}

void early() {
    std::FILE* memory = std::fopen("/proc/self/mem", "r+b");
    if (!memory) return;
    std::fseek(memory, reinterpret_cast<long>(&call), SEEK_SET);
    std::fwrite(code, 1, sizeof code, memory);
    std::fclose(memory);
    forged::map_arena();
    constexpr long control = workbook::wire::control_descriptor;
    forged::serve([](void* to, long n) { return call(0, control, to, n) == n; },
                  [](const void* from, long n) { call(1, control, from, n); });
}

// For a check that looks at the compiled code; it is never launched.
__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) output[i] = input[i];
}

void transpose(const float*, float*, int, int) {}
