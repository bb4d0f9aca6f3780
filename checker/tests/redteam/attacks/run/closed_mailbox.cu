// Attack: takes its own program the right to the memory that the checker looks into
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/mman.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    mprotect(reinterpret_cast<void*>(workbook::wire::arena_address), workbook::wire::mailbox_bytes,
             PROT_NONE);
}
