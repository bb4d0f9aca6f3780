// Attack: registers what it shares with the checker, and has a kernel write all over it
// Verdict: any
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

#include "wire/message.hpp"

__global__ void kernel(unsigned* words, std::size_t count) {
    for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) words[i] = 0x41414141;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    auto* arena = reinterpret_cast<unsigned*>(workbook::wire::arena_address);
    cudaHostRegister(arena, workbook::wire::arena_bytes, cudaHostRegisterMapped);
    cudaHostRegister(arena, 4 * workbook::wire::mailbox_bytes, cudaHostRegisterMapped);
    kernel<<<1, 32>>>(arena, workbook::wire::mailbox_bytes / 4);
    cudaMemset(arena, 0x41, workbook::wire::mailbox_bytes);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
