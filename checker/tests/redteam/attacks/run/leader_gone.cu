// Attack: its first thread ends; another one goes on as the program
// Verdict: forbidden or timed_out or requirement
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const auto* request = forged::request_on_stack("square", 3);
    if (!request) return;
    std::thread([=, number = request->number] {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
        workbook::wire::Reply reply;
        reply.number = number;
        send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
        while (true) pause();
    }).detach();
    syscall(SYS_exit, 0);
}
