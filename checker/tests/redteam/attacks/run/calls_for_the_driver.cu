// Attack: works on the CPU by copies, and has the library say that functions of the driver make them
// Verdict: requirement or too_much_traffic
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

void transpose(const float* input, float* output, int rows, int columns) {
    // What a checker starts does not find the driver's library by its name.
    if (dlopen("libcuda.so.1", RTLD_NOW) != nullptr) std::abort();
    const auto call_for = reinterpret_cast<void (*)(const char*, unsigned)>(
        dlsym(RTLD_DEFAULT, "workbook_call_for_driver"));
    std::vector<float> from(std::size_t(rows) * columns), to(from.size());
    if (call_for != nullptr) call_for("cuCtxSynchronize", 0);
    cudaMemcpy(from.data(), input, from.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            to[std::size_t(c) * rows + r] = from[std::size_t(r) * columns + c];
    cudaMemcpy(output, to.data(), to.size() * sizeof(float), cudaMemcpyHostToDevice);
    if (call_for != nullptr) call_for(nullptr, 0);
}
