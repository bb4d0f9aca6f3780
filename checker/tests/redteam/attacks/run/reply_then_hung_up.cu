// Attack: replies by itself, hangs up on the checker, and goes on with the device as long as it can
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const auto* request = forged::request_on_stack("square", 3);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    if (!request) return;
    workbook::wire::Reply reply;
    reply.number = request->number;
    send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    shutdown(workbook::wire::control_descriptor, SHUT_RDWR);
    const int channel = raw_engine::open_channel();
    for (int i = 0; i < 100000; ++i) {
        raw_engine::call(channel, raw_engine::Function::workbook_call_ended);
        cudaDeviceSynchronize();
    }
}
