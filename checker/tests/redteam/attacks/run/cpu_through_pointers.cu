// Attack: reads and writes the device's arrays from the host
// Verdict: crashed or fault
// Stage: run
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

void transpose(const float* input, float* output, int rows, int columns) {
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            output[std::size_t(c) * rows + r] = input[std::size_t(r) * columns + c];
}
