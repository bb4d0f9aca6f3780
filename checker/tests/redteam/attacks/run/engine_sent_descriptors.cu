// Attack: sends the engine descriptors until it has no room for more
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"
#include <cstring>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    int given[100];
    for (int& one : given) one = dup(1);
    for (int i = 0; i < 100; ++i) {
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof given)] = {};
        char text[8] = {};
        iovec part{text, sizeof text};
        msghdr message{nullptr, 0, &part, 1, control, sizeof control, 0};
        cmsghdr* head = CMSG_FIRSTHDR(&message);
        *head = {CMSG_LEN(sizeof given), SOL_SOCKET, SCM_RIGHTS};
        std::memcpy(CMSG_DATA(head), given, sizeof given);
        sendmsg(engine::descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    for (const int one : given) close(one);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
