// Attack: an engine of its own, which says to everything that it went well
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0) return;
    const int real = dup(engine::descriptor);
    dup2(pair[0], engine::descriptor);
    std::thread yes([&] {
        char message[4096] = {};
        while (recv(pair[1], message, sizeof message, 0) > 0) {
            std::fill(std::begin(message), std::end(message), 0);
            send(pair[1], message, 64, MSG_NOSIGNAL);
        }
    });
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    cudaDeviceSynchronize();
    shutdown(pair[0], SHUT_RDWR);
    yes.join();
    dup2(real, engine::descriptor);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
