// Attack: reaches for the networks that no namespace cuts off: the computer's own virtual one, its radio, its ciphers
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <sys/socket.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (int family = 0; family < 64; ++family)
        for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
            const int channel = socket(family, type, 0);
            if (channel < 0) continue;
            if (family != AF_UNIX) std::printf("BREACH: a socket of family %d\n", family);
            close(channel);
        }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
