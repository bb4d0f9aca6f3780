// Attack: hides the instruction of a system call in the end of another one, and jumps there
// Verdict: forbidden or exited
// Stage: program
#include "square_port.hpp"

namespace {

const int early = [] {
    long result = 231; // exit_group
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
    // b8 0f 05 eb 00: "mov $0xeb050f, %eax" from its start, "syscall; jmp" from its second byte.
    asm volatile("jmp 1f+1; 1: mov $0xeb050f, %%eax" : "+a"(result) : "D"(0) : "rcx", "r11");
#elif defined(__aarch64__) && !defined(__CUDA_ARCH__)
    asm volatile("mov x8, #94; mov x0, #0; svc #1" : : : "x0", "x8");
#endif
    return static_cast<int>(result);
}();

} // namespace

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
