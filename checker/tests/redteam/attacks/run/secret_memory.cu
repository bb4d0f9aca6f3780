// Attack: memory that the kernel keeps from all others, in files without names, of which it shows its own program one piece at a time
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    constexpr std::size_t piece = 4 << 20,
                          pieces = 15; // of a file: more is more than a file may have
    std::size_t bytes = 0;
#ifdef SYS_memfd_secret
    for (int files = 0; files < 16; ++files) {
        const int file = static_cast<int>(syscall(SYS_memfd_secret, 0));
        if (file < 0 || ftruncate(file, piece * pieces) != 0) break;
        for (std::size_t i = 0; i < pieces; ++i, bytes += piece) {
            void* shown = mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                               static_cast<off_t>(i * piece));
            if (shown == MAP_FAILED) break;
            std::memset(shown, 1, piece);
            munmap(shown, piece);
        }
    }
#endif
    if (bytes > 0) std::printf("BREACH: %zu bytes\n", bytes);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
