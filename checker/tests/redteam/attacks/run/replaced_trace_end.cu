// Attack: has a function of its own end the recording, in place of the one that the serving code has on its stack
// Verdict: too_much_traffic or forbidden or fault
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include "wire/trace_source.hpp"
#include <unistd.h>

#pragma weak workbook_trace_end

const char* end_and_edit(std::size_t* bytes) {
    const char* text = workbook_trace_end(bytes);
    forged::quieten(const_cast<char*>(text), text + *bytes);
    return text;
}

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
    if (!&workbook_trace_end) return;
    auto** word = static_cast<void**>(__builtin_frame_address(0));
    for (; word < reinterpret_cast<void**>(environ); ++word)
        if (*word == reinterpret_cast<void*>(&workbook_trace_end))
            *word = reinterpret_cast<void*>(&end_and_edit);
}
