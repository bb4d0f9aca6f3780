// Attack: loads the CPU's results as the initial value of a variable of other device code, where its own kernel reads them
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <string>

__global__ void multiply(const std::int64_t* squares, std::int64_t* to, std::size_t count,
                         std::int64_t one) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) to[i] = squares[i] * one;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .align 8 "
                       ".u64 results[" +
                       std::to_string(count) + "] = {";
    for (std::size_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(input[i] * input[i]);
    text += "};\n";
    const std::size_t bytes = count * sizeof *output;
    cudaLibrary_t library = nullptr;
    void* squares = nullptr;
    std::int64_t* to = nullptr;
    cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    cudaLibraryGetGlobal(&squares, nullptr, library, "results");
    cudaMalloc(&to, bytes);
    multiply<<<static_cast<unsigned>((count + 255) / 256), 256>>>(
        static_cast<const std::int64_t*>(squares), to, count, 1);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaLibraryUnload(library);
}
