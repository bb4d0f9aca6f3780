// Attack: the same by instructions of its own, so that no function is asked for
// Verdict: forbidden or requirement or wrong_answer or not_started or crashed
// Stage: program
#include "square_port.hpp"

#include "wire/message.hpp"

#include <cstdio>

namespace {

long kernel_call(long number, long a, long b, long c, long d, long e, long f) {
    long result = -1;
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
    register long r10 asm("r10") = d;
    register long r8 asm("r8") = e;
    register long r9 asm("r9") = f;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                 : "rcx", "r11", "memory");
#endif
    return result;
}

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
    const long control = control_descriptor;
    kernel_call(9, long(arena_address), long(arena_bytes), 3, 0x11, arena_descriptor, 0); // mmap
    const Hello hello;
    kernel_call(1, control, reinterpret_cast<long>(&hello), sizeof hello, 0, 0, 0); // write
    Request request;
    while (kernel_call(0, control, reinterpret_cast<long>(&request), sizeof request, 0, 0, 0) ==
           sizeof request) {
        Reply reply;
        answer(request, reply);
        kernel_call(1, control, reinterpret_cast<long>(&reply), sizeof reply, 0, 0, 0);
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
