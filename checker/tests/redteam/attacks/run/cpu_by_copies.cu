// Attack: fetches the matrix, transposes it on the CPU and sends it back
// Verdict: requirement or too_much_traffic
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include <vector>

void transpose(const float* input, float* output, int rows, int columns) {
    std::vector<float> from(std::size_t(rows) * columns), to(from.size());
    cudaMemcpy(from.data(), input, from.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            to[std::size_t(c) * rows + r] = from[std::size_t(r) * columns + c];
    cudaMemcpy(output, to.data(), to.size() * sizeof(float), cudaMemcpyHostToDevice);
}
