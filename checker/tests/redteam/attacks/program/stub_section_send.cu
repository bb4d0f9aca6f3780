// Attack: brings a send() of its own, in a section that the linker makes executable only later, and edits the trace
// Verdict: too_much_traffic or forbidden or fault
// Stage: program
// Needs: x86-64
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"

#ifndef __CUDA_ARCH__
asm(".section .stub,\"a\",@progbits\n"
    ".globl send; send: jmp own_send\n"
    "stub_write: mov $1,%eax; syscall; ret\n"
    ".text");
#endif
extern "C" long stub_write(int to, const void* from, unsigned long n);
extern "C" long own_send(int to, const void* from, unsigned long n, int) {
    if (n == sizeof(workbook::wire::Reply)) forged::quieten_arena();
    return stub_write(to, from, n);
}

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
}
