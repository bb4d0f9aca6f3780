#include "vgpu/cufft/request.hpp"

namespace vgpu::cufft {

std::optional<cufftType> plain_type(cudaDataType in, cudaDataType out, cudaDataType computed) {
    struct Known {
        cudaDataType in, out, computed;
        cufftType type;
    };
    static constexpr Known all[] = {{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C},
                                    {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
                                    {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
                                    {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                                    {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
                                    {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D}};
    for (const Known& known : all)
        if (known.in == in && known.out == out && known.computed == computed) return known.type;
    return std::nullopt;
}

} // namespace vgpu::cufft
