// Attack: its system calls lie in a section that the linker makes executable only later; serves all calls itself
// Verdict: any
// Stage: program
// Needs: x86-64
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"

#ifndef __CUDA_ARCH__
asm(".section .stub,\"a\",@progbits\n"
    "stub_call: mov %rdi,%rax; mov %rsi,%rdi; mov %rdx,%rsi; mov %rcx,%rdx\n"
    "mov %r8,%r10; mov %r9,%r8; mov 8(%rsp),%r9; syscall; ret\n"
    ".text");
#endif
extern "C" long stub_call(long number, ...);

const int early = [] {
    using namespace workbook::wire;
    stub_call(9, arena_address, arena_bytes, 3L, 0x11L, long(arena_descriptor), 0L); // mmap
    constexpr long control = control_descriptor;
    forged::serve([](void* to, long n) { return stub_call(0, control, to, n) == n; },
                  [](const void* from, long n) { stub_call(1, control, from, n); });
    return 0;
}();

// For a check that looks at the compiled code; it is never launched.
__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) output[i] = input[i];
}

void transpose(const float*, float*, int, int) {}
