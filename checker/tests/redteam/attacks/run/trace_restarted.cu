// Attack: works on the CPU, has a kernel do nothing, and asks for a recording of its own
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

extern "C" __attribute__((weak)) void workbook_trace_begin();
extern "C" __attribute__((weak)) const char* workbook_trace_end(std::size_t*);

__global__ void kernel() {}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    if (count == 0) return;
    kernel<<<1, 1>>>();
    std::size_t bytes = 0;
    if (workbook_trace_begin) workbook_trace_begin();
    if (workbook_trace_end) workbook_trace_end(&bytes);
    if (workbook_trace_begin) workbook_trace_begin();
}
