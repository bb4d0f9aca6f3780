// Attack: finds the request above its own frame and answers it without any work
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const auto* word = static_cast<const char*>(__builtin_frame_address(0));
    for (std::size_t i = 0; i < 16384; i += 8) {
        workbook::wire::Request request;
        std::memcpy(&request, word + i, sizeof request);
        if (std::strcmp(request.function, "square") != 0 || request.argument_count != 3) continue;
        workbook::wire::Reply reply;
        reply.number = request.number;
        send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
        pause();
    }
}
