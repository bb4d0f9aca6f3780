// Attack: seals every file that it shares, so that the next program can map none of them
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include <fcntl.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    void* pinned = nullptr;
    cudaMallocHost(&pinned, 4096);
    for (int file = 3; file < 64; ++file)
        for (const int seal : {0x10 /* F_SEAL_FUTURE_WRITE */, F_SEAL_GROW, F_SEAL_SHRINK,
                               F_SEAL_WRITE, F_SEAL_SEAL})
            fcntl(file, F_ADD_SEALS, seal);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    if (count == 4096) __builtin_trap(); // the next call is another program's
}
