// Attack: replies with what only a mistake of the grader's explains: no such function, another signature, no arrays
// Verdict: forbidden or wrong_answer or not_started or requirement or timed_out or crashed
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/socket.h>

void square(const std::int64_t*, std::int64_t*, std::size_t count) {
    using workbook::wire::ReplyStatus;
    const auto* request = forged::request_on_stack("square", 3);
    if (!request) return;
    workbook::wire::Reply reply;
    reply.number = request->number;
    const ReplyStatus blames[] = {ReplyStatus::unknown_function, ReplyStatus::wrong_signature,
                                  ReplyStatus::device_failed};
    reply.status = blames[count % 3];
    send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    pause();
}
