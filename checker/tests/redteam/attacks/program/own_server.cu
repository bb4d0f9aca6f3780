// Attack: answers the checker itself: values from the CPU, and a trace made up
// Verdict: forbidden or requirement or wrong_answer or not_started or crashed
// Stage: program
#include "square_port.hpp"

#include "wire/message.hpp"

#include <cstdio>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using namespace workbook::wire;

// One launch with what the checks ask for, and a copy each way.
std::size_t write_trace(char* trace, unsigned long count) {
    static unsigned long recording = 0;
    return static_cast<std::size_t>(
        std::sprintf(trace,
                     R"({"device":{"kind":"virtual"},"recording":%lu,"threads":0,"events":[
{"type":"copy","api":"cudaMemcpy","direction":"host_to_device","bytes":%lu,"error":0},
{"type":"launch","kernel":"kernel","grid":[%lu,1,1],"block":[256,1,1],"error":0,
 "counters":{"global_load_bytes":%lu,"global_store_bytes":%lu}},
{"type":"copy","api":"cudaMemcpy","direction":"device_to_host","bytes":%lu,"error":0}],"faults":[]})",
                     ++recording, count * 8, (count + 255) / 256, count * 8, count * 8, count * 8));
}

void answer(const Request& request, Reply& reply) {
    auto* input = reinterpret_cast<const std::int64_t*>(request.arguments[0].address);
    auto* output = reinterpret_cast<std::int64_t*>(request.arguments[1].address);
    const std::size_t count = request.arguments[0].bytes / sizeof *input;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    reply.number = request.number;
    reply.trace_bytes = write_trace(reinterpret_cast<char*>(request.trace_address), count);
}

const int early = [] {
    mmap(reinterpret_cast<void*>(arena_address), arena_bytes, PROT_READ | PROT_WRITE,
         MAP_SHARED | MAP_FIXED, arena_descriptor, 0);
    const Hello hello;
    send(control_descriptor, &hello, sizeof hello, 0);
    Request request;
    while (recv(control_descriptor, &request, sizeof request, 0) == sizeof request) {
        Reply reply;
        answer(request, reply);
        send(control_descriptor, &reply, sizeof reply, 0);
    }
    return 0;
}();

} // namespace

// For a check that looks at the compiled code; it is never launched.
__global__ void kernel(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i] * input[i];
}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
