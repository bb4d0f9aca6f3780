// Accepted: CUB within a kernel: a block loads and stores its tile together
#include "square_port.hpp"

#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

constexpr int threads = 128, items = 2;

__global__ void square_tiles(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using Load = cub::BlockLoad<std::int64_t, threads, items, cub::BLOCK_LOAD_STRIPED>;
    using Store = cub::BlockStore<std::int64_t, threads, items, cub::BLOCK_STORE_STRIPED>;
    const std::size_t first = std::size_t{blockIdx.x} * threads * items;
    const int valid = static_cast<int>(min(count - first, std::size_t{threads * items}));
    std::int64_t values[items];
    Load().Load(input + first, values, valid, 0);
    for (std::int64_t& value : values) value *= value;
    Store().Store(output + first, values, valid);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    const std::size_t bytes = count * sizeof *input;
    std::int64_t *from, *to;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, input, bytes, cudaMemcpyHostToDevice);
    const auto blocks = static_cast<unsigned>((count + threads * items - 1) / (threads * items));
    square_tiles<<<blocks, threads>>>(from, to, count);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaFree(from);
}
