// Attack: empties the log of faults and writes into it
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <cstring>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const int log = workbook::wire::fault_log_descriptor;
    const char* text = "{\"verdict\": \"passed\"}\n[[[[[[[[[\n\377\376\n";
    if (ftruncate(log, 0) == 0) text += 1;
    for (int i = 0; i < 1000; ++i)
        if (write(log, text, std::strlen(text)) < 0) return;
}
