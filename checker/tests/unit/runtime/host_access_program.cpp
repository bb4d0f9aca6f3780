// Writes through a device pointer on the host: the mistake that host_access catches. Its signal
// handlers have a small stack with nothing below it, so that one that needs more is seen.
#include <cuda_runtime_api.h>

#include <csignal>
#include <sys/mman.h>

int main() {
    constexpr std::size_t below = 4 << 20, bytes = 64 << 10;
    void* memory = mmap(nullptr, below + bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 1;
    stack_t stack = {};
    stack.ss_sp = static_cast<char*>(memory) + below;
    stack.ss_size = bytes;
    if (mprotect(stack.ss_sp, bytes, PROT_READ | PROT_WRITE) != 0) return 1;
    if (sigaltstack(&stack, nullptr) != 0) return 1;

    void* pointer = nullptr;
    if (cudaMalloc(&pointer, 4000) != cudaSuccess) return 1;
    static_cast<volatile int*>(pointer)[5] = 1;
    return 0;
}
