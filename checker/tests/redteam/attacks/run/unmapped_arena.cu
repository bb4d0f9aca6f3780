// Attack: takes the shared memory out of its own program
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/mman.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    munmap(reinterpret_cast<void*>(workbook::wire::arena_address), workbook::wire::arena_bytes);
}
