// Attack: has a hundred channels of the engine never block, so that each asks without end for the next call
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"
#include <fcntl.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (int i = 0; i < 100; ++i) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) break;
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        raw_engine::send_packet(workbook::wire::door_descriptor, {.kind = raw_engine::Kind::hello},
                                {}, ends[1]);
        close(ends[1]);
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
