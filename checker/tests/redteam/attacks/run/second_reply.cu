// Attack: sends a reply of its own before the serving code does
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/socket.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    const auto* request = forged::request_on_stack("square", 3);
    if (!request) return;
    workbook::wire::Reply reply;
    reply.number = request->number;
    send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
}
