// How api_fetches.cu and api_fetch_gradients.cu fetch with a kernel, and print what it gives.
#pragma once
#include "api_fetch_textures.hpp"

inline void ask(const char* name, FetchKernel kernel, const Asked& texture,
                const std::vector<FetchAt>& places) {
    const int count = static_cast<int>(places.size());
    FetchAt* from = nullptr;
    Fetched* to = nullptr;
    cudaMalloc(&from, places.size() * sizeof(FetchAt));
    cudaMalloc(&to, places.size() * sizeof(Fetched));
    cudaMemcpy(from, places.data(), places.size() * sizeof(FetchAt), cudaMemcpyHostToDevice);
    kernel<<<1, 64>>>(texture.object, from, to, count);
    cudaError_t error = cudaGetLastError();
    std::vector<Fetched> values(places.size());
    const cudaError_t copied =
        cudaMemcpy(values.data(), to, places.size() * sizeof(Fetched), cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) error = copied;
    if (error != cudaSuccess) {
        std::printf("%s %s: %s\n", name, texture.name, cudaGetErrorName(error));
    } else {
        for (const Fetched& is : values)
            std::printf("%s %s: %08x %08x %08x %08x %d\n", name, texture.name, is.value[0],
                        is.value[1], is.value[2], is.value[3], is.is_resident);
    }
    cudaFree(from);
    cudaFree(to);
}

#define ASK(kernel) ask(#kernel, kernel, texture, places_in(texture, 4))
