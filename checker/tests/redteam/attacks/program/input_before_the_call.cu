// Attack: serves the calls itself, and works on the first input while the device, busy with older work, is not ready
// Verdict: requirement
// Stage: program
#include "square_port.hpp"

#include "wire/message.hpp"

#include <cstdio>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using namespace workbook::wire;

__device__ unsigned sink;

__global__ void keep_busy() {
    unsigned value = threadIdx.x;
    for (int i = 0; i < 60'000'000; ++i) value = value * 1664525 + (value >> 7);
    sink = value;
}

bool is_called(int patience) {
    pollfd waiting{control_descriptor, POLLIN, 0};
    return poll(&waiting, 1, patience) == 1;
}

void answer(const Request& request, Reply& reply) {
    auto* input = reinterpret_cast<const std::int64_t*>(request.arguments[0].address);
    auto* output = reinterpret_cast<std::int64_t*>(request.arguments[1].address);
    const std::size_t count = request.arguments[0].bytes / sizeof *input;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    reply.number = request.number;
}

const int early = [] {
    mmap(reinterpret_cast<void*>(arena_address), arena_bytes, PROT_READ | PROT_WRITE,
         MAP_SHARED | MAP_FIXED, arena_descriptor, 0);
    keep_busy<<<1, 1>>>(); // runs when it is waited for: the engine does that before the first call
    const Hello hello;
    send(control_descriptor, &hello, sizeof hello, 0);
    while (lseek(arena_descriptor, mailbox_bytes, SEEK_DATA) < 0) usleep(1000);
    if (!is_called(50)) std::fprintf(stderr, "BREACH: the input is there before the call\n");
    Request request;
    while (recv(control_descriptor, &request, sizeof request, 0) == sizeof request) {
        Reply reply;
        answer(request, reply);
        send(control_descriptor, &reply, sizeof reply, 0);
    }
    return 0;
}();

} // namespace

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
