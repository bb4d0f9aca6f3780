// Attack: a kernel that writes where nothing is, and a reply that says that all was well
// Verdict: fault or forbidden or timed_out
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/socket.h>

__global__ void kernel(std::int64_t* to, std::size_t count) { to[count + threadIdx.x] = 1; }

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    kernel<<<1, 32>>>(block, count);
    const auto* request = forged::request_on_stack("square", 3);
    if (!request) return;
    workbook::wire::Reply reply;
    reply.number = request->number;
    reply.runtime_loaded = 1;
    send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    pause();
}
