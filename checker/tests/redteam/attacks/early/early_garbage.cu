// Attack: noise on the checker's channel and the engine's connection before they have greeted
// Verdict: any
// Stage: early
#include "square_port.hpp"

#include "wire/message.hpp"
#include <sys/socket.h>

void early() {
    for (std::size_t count = 1; count < 100000; count *= 3) {
        static const char noise[100000] = {5, 4, 3, 2, 1};
        send(5, noise, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        send(workbook::wire::control_descriptor, noise, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
