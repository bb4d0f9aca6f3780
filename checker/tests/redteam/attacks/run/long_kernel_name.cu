// Attack: a kernel whose name is four megabytes long
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <string>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::string name(4 << 20, 'a');
    const std::string text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry " + name + "() { ret; }";
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (cudaLibraryGetKernel(&kernel, library, name.c_str()) == cudaSuccess)
        for (int i = 0; i < 100; ++i)
            cudaLaunchKernel(kernel, dim3(1), dim3(32), nullptr, 0, nullptr);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
