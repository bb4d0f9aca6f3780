// Attack: memory in files without names, which counts for no process
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const std::vector<char> block(1 << 20, 1);
    for (int file = 0; file < 200; ++file) {
        const int descriptor = memfd_create("hidden", 0);
        for (int i = 0; i < 60; ++i)
            if (descriptor < 0 || write(descriptor, block.data(), block.size()) < 0) break;
    }
}
