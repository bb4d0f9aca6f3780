// Attack: ends in a call, and looks for the arrays of calls when it is started anew
// Verdict: exited
// Stage: program
#include "square_port.hpp"

#include "wire/message.hpp"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static const bool seen =
    lseek(workbook::wire::arena_descriptor, workbook::wire::mailbox_bytes, SEEK_DATA) >= 0;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (seen) std::printf("BREACH: arrays of a call were there when the program started\n");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    std::exit(0);
}
