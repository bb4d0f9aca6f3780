// Attack: leaves each request in the channel, until the checker cannot make another call
// Verdict: forbidden
// Stage: program
// Needs: x86-64
// Lesson: 04_guard_ceil_div
// Points: 3
#include "guard_ceil_div.hpp"

#include <sys/socket.h>

#ifndef __CUDA_ARCH__
asm(".globl raw_call; raw_call: mov %rdi,%rax; mov %rsi,%rdi; mov %rdx,%rsi; mov %rcx,%rdx\n"
    "mov %r8,%r10; mov %r9,%r8; mov 8(%rsp),%r9; syscall; ret");
#endif
extern "C" long raw_call(long number, ...);

extern "C" long recv(int from, void* to, unsigned long count, int flags) {
    static const int first = 0;
    static const int looks = setsockopt(from, SOL_SOCKET, SO_PEEK_OFF, &first, sizeof first);
    const long got =
        raw_call(45, long(from), to, count, long(flags | (looks == 0 ? MSG_PEEK : 0)), 0L, 0L);
    return got < 0 ? -1 : got;
}

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    return static_cast<unsigned>(n / threads_per_block + (n % threads_per_block != 0));
}

__global__ void convert_kernel(const std::int64_t* input, double* output, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) output[i] = static_cast<double>(input[i]);
}

void convert(const std::int64_t* input, double* output, std::size_t n, unsigned threads_per_block) {
    if (n > 0)
        convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
}
