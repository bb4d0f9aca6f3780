// Attack: leaves no descriptor to count its threads with; one of them edits the trace and is gone
// Verdict: forbidden or too_much_traffic
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <sys/resource.h>
#include <thread>

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_NOFILE, &none);
    if (const auto* request = forged::request_on_stack("transpose", 4))
        std::thread([copy = *request] { forged::keep_quiet(copy); }).detach();
}
