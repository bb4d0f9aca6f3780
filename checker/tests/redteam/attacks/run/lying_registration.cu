// Attack: registers kernels and variables of fat binaries that are none, and gives back what it never got
// Verdict: any
// Stage: run
#include "square_port.hpp"

extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaUnregisterFatBinary(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*,
                            dim3*, int*);
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static char name[] = "nobody";
    for (const std::uint64_t data : {0ull, 1ull, 0xba55ed50ull, ~0ull}) {
        std::uint64_t wrapper[4] = {0x0000'0001'4662'43b1, data, data, data};
        void** handle = __cudaRegisterFatBinary(wrapper);
        __cudaRegisterFunction(handle, name, name, name, -1, nullptr, nullptr, nullptr, nullptr,
                               nullptr);
        __cudaRegisterVar(handle, name, name, name, 0, ~std::size_t{0}, 1, 0);
        __cudaRegisterFatBinaryEnd(handle);
        cudaLaunchKernel(name, dim3(1), dim3(32), nullptr, 0, nullptr);
        cudaMemcpyToSymbol(name, input, ~std::size_t{0} / 2);
        __cudaUnregisterFatBinary(handle);
        __cudaUnregisterFatBinary(handle);
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
