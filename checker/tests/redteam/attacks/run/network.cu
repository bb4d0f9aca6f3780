// Attack: connects to the world, and to what listens on this machine
// Verdict: not_started
// Stage: run
// Needs: confinement
#include "square_port.hpp"

#include <arpa/inet.h>
#include <cstdio>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (const char* address : {"192.0.2.1", "10.0.0.1", "8.8.8.8"}) {
        const int channel = socket(AF_INET, SOCK_DGRAM, 0);
        sockaddr_in there{};
        there.sin_family = AF_INET;
        there.sin_port = htons(53);
        inet_pton(AF_INET, address, &there.sin_addr);
        if (connect(channel, reinterpret_cast<sockaddr*>(&there), sizeof there) == 0)
            std::printf("SECRET way to %s\n", address);
        close(channel);
    }
}
