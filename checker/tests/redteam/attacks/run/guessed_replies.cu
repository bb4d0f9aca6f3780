// Attack: answers the next hundred calls in advance
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/socket.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (std::uint64_t number = 0; number < 100; ++number) {
        workbook::wire::Reply reply;
        reply.number = number;
        send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    }
}
