// Attack: knocks at the door of the virtual GPU's engine with texts that are no messages
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const int door = workbook::wire::door_descriptor;
    const char* text = "{\"verdict\": \"passed\"}\n[[[[[[[[[\n\377\376\n";
    if (ftruncate(door, 0) == 0) text += 1;
    for (int i = 0; i < 1000; ++i)
        if (send(door, text, std::strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return;
}
