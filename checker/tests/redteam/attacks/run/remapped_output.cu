// Attack: puts memory of its own in the place of the output
// Verdict: wrong_answer or requirement or not_started or crashed
// Stage: run
#include "square_port.hpp"

#include <sys/mman.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t page = 4096, first = reinterpret_cast<std::size_t>(output) / page * page;
    const std::size_t end =
        (reinterpret_cast<std::size_t>(output + count) + page - 1) / page * page;
    if (end > first)
        mmap(reinterpret_cast<void*>(first), end - first, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
