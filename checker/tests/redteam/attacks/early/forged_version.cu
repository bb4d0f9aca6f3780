// Attack: greets the checker with a version that there is not
// Verdict: any
// Stage: early
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/socket.h>

void early() {
    workbook::wire::Hello hello;
    hello.version = ~0u;
    send(workbook::wire::control_descriptor, &hello, sizeof hello, 0);
}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
