// Attack: its first thread ends, so that its memory is not found under the program's number; another takes it, and the device takes more
// Verdict: out_of_memory
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=512
#include "square_port.hpp"

#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::thread([] {
        usleep(50'000);
        std::vector<char> own(400 << 20, 1);
        void* device = nullptr;
        cudaMalloc(&device, 400 << 20);
        cudaMemset(device, 1, 400 << 20);
        cudaDeviceSynchronize();
        for (;;) pause();
    }).detach();
    syscall(SYS_exit, 0);
}
