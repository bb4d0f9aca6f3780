// Attack: registers another fat binary for a kernel than the compiled one, which is looked into
// Verdict: requirement
// Stage: run
// Lesson: 15_float_literals
// Points: 2.1
#include "float_literals.hpp"

#include "tests/redteam/attacks/double_wave.hpp"
#include <cstdint>
#include <cstring>
#include <cuda_runtime.h>

__global__ void gaussian_kernel(const float* x, float mean, float sigma, float* out,
                                std::size_t n) {
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        const float z = (x[i] - mean) / sigma;
        out[i] = expf(-0.5f * z * z) / (sigma * 2.5066283f);
    }
}

// For show.
__global__ void wave_kernel(const float* t, float tau, float* out, std::size_t n) {
    if (n > 0) out[0] = t[0] * tau;
}

// A fat binary with the text: a container's header, an entry's, the entry; and what points to it.
static struct {
    std::uint64_t container[2] = {0x0010'0001'ba55'ed50, 64 + sizeof double_wave};
    std::uint64_t entry[8] = {0x0000'0040'0101'0001, sizeof double_wave, 0, 80ull << 32};
    char text[sizeof double_wave];
} fat_binary;

extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*,
                            dim3*, int*);
}
static const char stub = 0; // a launch of this address is one of the kernel

void gaussian_pdf(const float* x, float mean, float sigma, float* out, std::size_t n) {
    if (n > 0) gaussian_kernel<<<100, 256>>>(x, mean, sigma, out, n);
}

void damped_wave(const float* t, float tau, float* out, std::size_t n) {
    static char name[] = "wave_in_double";
    static struct {
        int magic = 0x466243b1, version = 1;
        void* data = &fat_binary;
        void* rest = nullptr;
    } wrapper;
    static void** handle = nullptr;
    if (!handle) {
        std::memcpy(fat_binary.text, double_wave, sizeof double_wave);
        handle = __cudaRegisterFatBinary(&wrapper);
        __cudaRegisterFunction(handle, &stub, name, name, -1, nullptr, nullptr, nullptr, nullptr,
                               nullptr);
        __cudaRegisterFatBinaryEnd(handle);
    }
    void* arguments[] = {&t, &tau, &out, &n};
    if (n > 0) cudaLaunchKernel(&stub, dim3((n + 255) / 256), dim3(256), arguments, 0, nullptr);
}
