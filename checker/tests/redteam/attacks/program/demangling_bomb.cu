// Attack: a kernel that is never loaded, of a name which is millions of parts long when it is demangled
// Verdict: wrong_answer or requirement or forbidden or not_taken
// Stage: program
// Needs: x86-64
// Lesson: 15_float_literals
// Points: 2.1
#include "float_literals.hpp"

// Each of S1_, S2_, ... is the pair of the one before with itself. (Enough to be felt, not to fill a computer.)
#define PAIRS                                                                                      \
    "St4pairIiiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES_IS5_S5_ES_IS6_S6_ES_IS7_S7_"   \
    "ES_IS8_S8_E"                                                                                  \
    "S_IS9_S9_ES_ISA_SA_ES_ISB_SB_ES_ISC_SC_ES_ISD_SD_ES_ISE_SE_ES_ISF_SF_ES_ISG_SG_ES_ISH_SH_ES_" \
    "ISI_SI_E"

// A second container of compiled code beside the compiler's own: its header, then one entry of PTX.
#ifndef __CUDA_ARCH__
asm(".section .nv_fatbin,\"a\",@progbits\n.balign 8\n"
    ".long 0xba55ed50; .short 1, 16; .quad bomb_end - bomb\n"
    "bomb: .short 1, 0x101; .long 64; .quad bomb_end - bomb_text; .quad 0; .long 0, 80; .quad 0, "
    "0, 0, 0\n"
    "bomb_text: .ascii \".version 8.0\\n.target sm_80\\n.address_size 64\\n.visible .entry "
    "_Z11wave_kernel" PAIRS "()\\n{\\nret;\\n}\\n\"\n.balign 8\nbomb_end:\n.text");
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
