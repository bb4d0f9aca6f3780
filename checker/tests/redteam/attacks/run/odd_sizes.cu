// Attack: copies, fills and allocations whose sizes are negative, overflow, or lead nowhere
// Verdict: any
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t* block = nullptr;
    cudaMalloc(&block, 4096);
    for (const std::size_t odd :
         {~std::size_t{0}, ~std::size_t{0} / 2, std::size_t{1} << 63, std::size_t{1} << 33}) {
        void* other = nullptr;
        std::size_t pitch = 0;
        cudaMalloc(&other, odd);
        cudaMallocPitch(&other, &pitch, odd, odd);
        cudaMallocHost(&other, odd);
        cudaMallocManaged(reinterpret_cast<char**>(&other), odd);
        cudaMallocAsync(&other, odd, nullptr);
        cudaHostRegister(block, odd, cudaHostRegisterMapped);
        cudaMemset(block, 0, odd);
        cudaMemset2D(block, 8, 0, odd, odd);
        cudaMemcpy(block, input, odd, cudaMemcpyHostToDevice);
        cudaMemcpy(block, block + 1, odd, cudaMemcpyDeviceToDevice);
        cudaMemcpy2D(block, odd, input, odd, 8, odd, cudaMemcpyHostToDevice);
        cudaMemcpy2D(block, 8, input, 8, odd, odd, cudaMemcpyHostToDevice);
        cudaMemcpy(block, input, 8, static_cast<cudaMemcpyKind>(odd));
        cudaDeviceGetAttribute(reinterpret_cast<int*>(&pitch), static_cast<cudaDeviceAttr>(odd),
                               static_cast<int>(odd));
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
