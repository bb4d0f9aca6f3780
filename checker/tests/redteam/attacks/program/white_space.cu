// Attack: three million empty lines in the compiled code, for those who read it line by line
// Verdict: wrong_answer or requirement or forbidden or not_taken
// Stage: program
// Needs: x86-64
// Lesson: 15_float_literals
// Points: 2.1
#include "float_literals.hpp"

// A second container of compiled code beside the compiler's own: its header, then one entry of PTX.
#ifndef __CUDA_ARCH__
asm(".section .nv_fatbin,\"a\",@progbits\n.balign 8\n"
    ".long 0xba55ed50; .short 1, 16; .quad bomb_end - bomb\n"
    "bomb: .short 1, 0x101; .long 64; .quad bomb_end - bomb_text; .quad 0; .long 0, 80; .quad 0, "
    "0, 0, 0\n"
    "bomb_text: .ascii \".version 8.0\\n.target sm_80\\n.address_size 64\\n\"\n.fill 3000000, 1, "
    "10\n"
    ".balign 8, 10\nbomb_end:\n.text");
#endif

__global__ void gaussian_kernel(const float* x, float mean, float sigma, float* out,
                                std::size_t n) {
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        const float z = (x[i] - mean) / sigma;
        out[i] = expf(-0.5f * z * z) / (sigma * 2.5066283f);
    }
}

void gaussian_pdf(const float* x, float mean, float sigma, float* out, std::size_t n) {
    if (n > 0) gaussian_kernel<<<100, 256>>>(x, mean, sigma, out, n);
}
void damped_wave(const float*, float, float*, std::size_t) {}
