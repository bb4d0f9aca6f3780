// Attack: replies with statuses that there are not, codes without bounds, and texts without an end
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/socket.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const auto* request = forged::request_on_stack("square", 3);
    if (!request) return;
    workbook::wire::Reply reply;
    std::memset(&reply, 0x1b, sizeof reply);
    reply.number = request->number;
    send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    pause();
}
