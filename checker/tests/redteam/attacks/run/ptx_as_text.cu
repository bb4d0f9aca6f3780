// Attack: a kernel in double precision, loaded as text; the compiled one, which is looked into, is for show
// Verdict: requirement
// Stage: run
// Lesson: 15_float_literals
// Points: 2.1
#include "float_literals.hpp"

#include "tests/redteam/attacks/double_wave.hpp"
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

void gaussian_pdf(const float* x, float mean, float sigma, float* out, std::size_t n) {
    if (n > 0) gaussian_kernel<<<100, 256>>>(x, mean, sigma, out, n);
}

void damped_wave(const float* t, float tau, float* out, std::size_t n) {
    static cudaKernel_t kernel = nullptr;
    cudaLibrary_t library = nullptr;
    if (!kernel)
        cudaLibraryLoadData(&library, double_wave, nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (!kernel) cudaLibraryGetKernel(&kernel, library, "wave_in_double");
    void* arguments[] = {&t, &tau, &out, &n};
    if (n > 0) cudaLaunchKernel(kernel, dim3((n + 255) / 256), dim3(256), arguments, 0, nullptr);
}
