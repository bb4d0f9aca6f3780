// Attack: greets the checker a hundred times before the serving code does
// Verdict: any
// Stage: early
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/socket.h>

void early() {
    const workbook::wire::Hello hello;
    for (int i = 0; i < 100; ++i)
        send(workbook::wire::control_descriptor, &hello, sizeof hello, MSG_DONTWAIT);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
