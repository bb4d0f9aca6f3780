// Attack: gives the CUDA runtime pointers and handles that are none
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"

__global__ void kernel() {}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (const std::size_t wild :
         {std::size_t{1}, std::size_t{8}, reinterpret_cast<std::size_t>(&input),
          std::size_t{workbook::wire::arena_address}, ~std::size_t{7}, std::size_t{1} << 46,
          reinterpret_cast<std::size_t>(&cudaFree)}) {
        auto* pointer = reinterpret_cast<void*>(wild);
        auto stream = reinterpret_cast<cudaStream_t>(wild);
        auto event = reinterpret_cast<cudaEvent_t>(wild);
        cudaPointerAttributes attributes;
        cudaPointerGetAttributes(&attributes, pointer);
        cudaFree(pointer);
        cudaFreeHost(pointer);
        cudaHostUnregister(pointer);
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
        cudaEventRecord(event, stream);
        cudaEventSynchronize(event);
        cudaEventDestroy(event);
        cudaStreamWaitEvent(stream, event, 0);
        cudaLibraryUnload(reinterpret_cast<cudaLibrary_t>(wild));
        cudaLaunchKernel(pointer, dim3(1), dim3(1), nullptr, 0, stream);
        cudaFreeAsync(pointer, stream);
        cudaMemPoolDestroy(reinterpret_cast<cudaMemPool_t>(wild));
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
