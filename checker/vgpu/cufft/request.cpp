#include "vgpu/cufft/request.hpp"

namespace vgpu::cufft {

// The type of the computation may be given as the real type or as the complex one.
std::optional<cufftType> plain_type(cudaDataType in, cudaDataType out, cudaDataType computed) {
    struct Known {
        cudaDataType in, out, real, complex;
        cufftType type;
    };
    static constexpr Known all[] = {{CUDA_C_32F, CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2C},
                                    {CUDA_R_32F, CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
                                    {CUDA_C_32F, CUDA_R_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
                                    {CUDA_C_64F, CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2Z},
                                    {CUDA_R_64F, CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z},
                                    {CUDA_C_64F, CUDA_R_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D}};
    for (const Known& known : all)
        if (known.in == in && known.out == out &&
            (known.real == computed || known.complex == computed))
            return known.type;
    return std::nullopt;
}

bool is_narrow(cudaDataType type) {
    return type == CUDA_R_16F || type == CUDA_C_16F || type == CUDA_R_16BF || type == CUDA_C_16BF;
}

} // namespace vgpu::cufft
