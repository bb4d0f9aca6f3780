// Attack: a kernel in double precision, loaded as text; the compiled one, which is looked into, is for show
// Verdict: requirement
// Stage: run
// Lesson: 15_float_literals
// Points: 2.1
#include "float_literals.hpp"

#include <cuda_runtime.h>

__global__ void gaussian_kernel(const float* x, float mean, float sigma, float* out, std::size_t n) {
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float z = (x[i] - mean) / sigma;
        out[i] = expf(-0.5f * z * z) / (sigma * 2.5066283f);
    }
}

// For show.
__global__ void wave_kernel(const float* t, float tau, float* out, std::size_t n) {
    if (n > 0) out[0] = t[0] * tau;
}

constexpr const char* wave = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry wave_in_double(.param .u64 pt, .param .f32 ptau, .param .u64 pout, .param .u64 pn) {
    .reg .pred %p;
    .reg .b32 %a, %b, %c;
    .reg .f32 %f, %g, %tau;
    .reg .f64 %t, %u, %w;
    .reg .b64 %in, %out, %n, %i, %at;
    ld.param.u64 %in, [pt];
    ld.param.f32 %tau, [ptau];
    ld.param.u64 %out, [pout];
    ld.param.u64 %n, [pn];
    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %c, %tid.x;
    mad.lo.u32 %a, %a, %b, %c;
    cvt.u64.u32 %i, %a;
    setp.ge.u64 %p, %i, %n;
    @%p ret;
    shl.b64 %i, %i, 2;
    add.u64 %at, %in, %i;
    ld.global.f32 %f, [%at];
    cvt.f64.f32 %t, %f;
    cvt.f64.f32 %w, %tau;
    div.rn.f64 %w, %t, %w;
    mul.f64 %w, %w, 0dBFF71547652B82FE; // -log2(e)
    cvt.rn.f32.f64 %g, %w;
    ex2.approx.f32 %g, %g;
    cvt.rni.f64.f64 %u, %t;
    sub.f64 %t, %t, %u;
    mul.f64 %t, %t, 0d401921FB54442D18; // 2 pi
    cvt.rn.f32.f64 %f, %t;
    cos.approx.f32 %f, %f;
    mul.f32 %f, %f, %g;
    add.u64 %at, %out, %i;
    st.global.f32 [%at], %f;
    ret;
})";

void gaussian_pdf(const float* x, float mean, float sigma, float* out, std::size_t n) {
    if (n > 0) gaussian_kernel<<<n < 256000 ? (n + 255) / 256 : 1000, 256>>>(x, mean, sigma, out, n);
}

void damped_wave(const float* t, float tau, float* out, std::size_t n) {
    static cudaKernel_t kernel = nullptr;
    cudaLibrary_t library = nullptr;
    if (!kernel) cudaLibraryLoadData(&library, wave, nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (!kernel) cudaLibraryGetKernel(&kernel, library, "wave_in_double");
    void* arguments[] = {&t, &tau, &out, &n};
    if (n > 0) cudaLaunchKernel(kernel, dim3((n + 255) / 256), dim3(256), arguments, 0, nullptr);
}
