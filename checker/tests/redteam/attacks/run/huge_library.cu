// Attack: compiled code of 100 MB, as text and as a fat binary
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <string>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    cudaLibrary_t library = nullptr;
    std::string text(100 << 20, ' ');
    cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    const std::uint64_t head[] = {0x0010'0001'ba55'ed50, (100 << 20) - 16};
    text.replace(0, sizeof head, reinterpret_cast<const char*>(head), sizeof head);
    cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
