// Attack: fills the disk
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <string>
#include <vector>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const std::vector<char> block(1 << 20, 1);
    for (int number = 0; number < 100; ++number) {
        std::FILE* file =
            std::fopen(("/tmp/redteam_was_here_" + std::to_string(number)).c_str(), "w");
        for (int i = 0; file && i < 128; ++i) std::fwrite(block.data(), 1, block.size(), file);
    }
}
