// Attack: looks at a byte in each two megabytes of a range without end, so that the kernel's own tables of it fill the computer
// Verdict: out_of_memory
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=512
#include "square_port.hpp"

#include <sys/mman.h>

// 1.6 GiB of tables, and no page: what is only read is the same page of zeros everywhere.
void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    constexpr std::size_t step = 2 << 20, steps = 400'000;
    std::int64_t sum = 0;
    void* all =
        mmap(nullptr, step * steps, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all != MAP_FAILED) {
        madvise(all, step * steps, MADV_NOHUGEPAGE);
        for (std::size_t i = 0; i < steps; ++i) sum += static_cast<volatile char*>(all)[i * step];
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i] + sum;
}
