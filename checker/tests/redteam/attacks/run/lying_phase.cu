// Attack: says that no function is running, and runs without end
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    auto& mailbox =
        *reinterpret_cast<volatile workbook::wire::Mailbox*>(workbook::wire::arena_address);
    while (true) {
        const_cast<workbook::wire::Phase&>(mailbox.phase) = workbook::wire::Phase::idle;
        usleep(100); // the checker looks less often than that
    }
}
