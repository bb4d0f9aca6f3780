// Attack: brings send(), recv() and their kin of its own, which change what passes
// Verdict: any
// Stage: program
// Needs: x86-64
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include <cstring>

#ifndef __CUDA_ARCH__
asm(".globl raw_call; raw_call: mov %rdi,%rax; mov %rsi,%rdi; mov %rdx,%rsi; mov %rcx,%rdx\n"
    "mov %r8,%r10; mov %r9,%r8; mov 8(%rsp),%r9; syscall; ret");
#endif
extern "C" long raw_call(long number, ...);

// A number in what is sent or received that is a multiple of 8 and not small becomes smaller.
static void change(void* bytes, long count) {
    for (long i = 0; i + 8 <= count; i += 8) {
        unsigned long word;
        std::memcpy(&word, static_cast<char*>(bytes) + i, 8);
        if (word == 131072) std::memset(static_cast<char*>(bytes) + i, 0, 8);
    }
}
extern "C" long send(int to, const void* from, unsigned long count, int flags) {
    change(const_cast<void*>(from), static_cast<long>(count));
    return raw_call(44, long(to), from, count, long(flags), 0L, 0L);
}
extern "C" long recv(int from, void* to, unsigned long count, int flags) {
    const long got = raw_call(45, long(from), to, count, long(flags), 0L, 0L);
    change(to, got);
    return got < 0 ? -1 : got;
}

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
}
