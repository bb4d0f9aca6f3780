// Attack: sends the reply to the call before once more, in place of work on this one
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/socket.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static std::uint64_t before = 0;
    const auto* request = forged::request_on_stack("square", 3);
    if (before != 0) {
        workbook::wire::Reply reply;
        reply.number = before;
        send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    }
    if (request) before = request->number;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
