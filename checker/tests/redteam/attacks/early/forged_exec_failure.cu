// Attack: says to the checker, before it greets, what a program says that could not be started
// Verdict: forbidden or exited or not_started or requirement or crashed
// Stage: early
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/socket.h>
#include <unistd.h>

void early() {
    const int no_such_file = 2;
    send(workbook::wire::control_descriptor, &no_such_file, sizeof no_such_file, 0);
    pause();
}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
