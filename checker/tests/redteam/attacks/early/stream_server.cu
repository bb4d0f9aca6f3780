// Attack: serves all calls itself, through the C library's streams turned to the checker's channel
// Verdict: any
// Stage: early
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <cstdio>

void early() {
    forged::map_arena();
    stdin->_fileno = stdout->_fileno = workbook::wire::control_descriptor;
    std::setvbuf(stdin, nullptr, _IOFBF, sizeof(workbook::wire::Request));
    forged::serve([](void* to, std::size_t n) { return std::fread(to, 1, n, stdin) == n; },
                  [](const void* from, std::size_t n) {
                      std::fwrite(from, 1, n, stdout);
                      std::fflush(stdout);
                  });
}

// For a check that looks at the compiled code; it is never launched.
__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) output[i] = input[i];
}

void transpose(const float*, float*, int, int) {}
