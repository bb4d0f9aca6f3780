// Attack: loads a library of compiled code twenty thousand times
// Verdict: any
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    cudaLibrary_t library = nullptr;
    const char* text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f() { ret; }";
    for (int i = 0; i < 20000; ++i)
        if (cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0) !=
            cudaSuccess)
            break;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
