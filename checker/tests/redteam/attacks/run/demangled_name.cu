// Attack: launches a kernel whose name is gigabytes long where it is told to a person
// Verdict: requirement or wrong_answer
// Stage: run
#include "square_port.hpp"

#include <string>

// kernel(a<int, int>, a<a<int, int>, a<int, int>>, ...): each has the one before it twice.
const char* const name =
    "_Z6kernelN1aIiiEES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES_IS5_S5_ES_I"
    "S6_S6_ES_IS7_S7_ES_IS8_S8_ES_IS9_S9_ES_ISA_SA_ES_ISB_SB_ES_ISC_SC_ES_ISD_SD_ES_I"
    "SE_SE_ES_ISF_SF_ES_ISG_SG_ES_ISH_SH_ES_ISI_SI_ES_ISJ_SJ_ES_ISK_SK_ES_ISL_SL_ES_I"
    "SM_SM_ES_ISN_SN_ES_ISO_SO_ES_ISP_SP_ES_ISQ_SQ_ES_ISR_SR_ES_ISS_SS_ES_IST_ST_E";

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const std::string text = std::string(".version 8.0\n.target sm_80\n.address_size 64\n") +
                             ".visible .entry " + name + "()\n{\nret;\n}\n";
    cudaLibrary_t library;
    cudaKernel_t kernel;
    if (cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0) !=
            cudaSuccess ||
        cudaLibraryGetKernel(&kernel, library, name) != cudaSuccess)
        return;
    cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 1, nullptr, 0, nullptr);
    cudaDeviceSynchronize();
}
