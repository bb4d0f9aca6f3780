// Lesson 49, given: the filter, lanes, and what calls your functions.
#include "given.hpp"
#include "streams_pipeline.hpp"

#include <cstring>

// In your file.
void send_through(const std::uint32_t* in, std::uint32_t* out, std::size_t count, const Lane& lane);
void pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
              int streams);

constexpr int rounds = 100, threads_per_block = 256;

static __global__ void filter_kernel(const std::uint32_t* in, std::uint32_t* out,
                                     std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    std::uint32_t value = in[i];
#pragma unroll 4
    for (int round = 0; round < rounds; ++round) {
        value = value * 1664525u + 1013904223u;
        value ^= value >> 13;
    }
    out[i] = value;
}

void launch_filter(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                   cudaStream_t stream) {
    const auto blocks = static_cast<unsigned>((count + threads_per_block - 1) / threads_per_block);
    filter_kernel<<<blocks, threads_per_block, 0, stream>>>(in, out, count);
    check(cudaGetLastError());
}

Lane::Lane(std::size_t chunk) {
    try {
        check(cudaStreamCreate(&stream));
        check(cudaMallocAsync(&in, chunk * sizeof *in, stream));
        check(cudaMallocAsync(&out, chunk * sizeof *out, stream));
    } catch (...) {
        give_back();
        throw;
    }
}

void Lane::give_back() {
    if (out) {
        cudaFreeAsync(out, stream);
    }
    if (in) {
        cudaFreeAsync(in, stream);
    }
    if (stream) {
        cudaStreamDestroy(stream);
    }
}

// A pinned copy of the caller's array.
struct Pinned {
    std::uint32_t* data = nullptr;
    Pinned(const std::uint32_t* from, std::size_t n) {
        if (n > 0) {
            check(cudaMallocHost(&data, n * sizeof *data));
            std::memcpy(data, from, n * sizeof *data);
        }
    }
    ~Pinned() { cudaFreeHost(data); }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
};

void send_one_piece(const std::uint32_t* in, std::uint32_t* out, std::size_t count) {
    const Pinned from(in, count), to(out, count);
    const Lane lane(count);
    send_through(from.data, to.data, count, lane);
    check(cudaStreamSynchronize(lane.stream));
    std::memcpy(out, to.data, count * sizeof *out);
}

void run_pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
                  int streams) {
    const Pinned from(in, n), to(out, n);
    pipeline(from.data, to.data, n, chunk, streams);
    if (n > 0) {
        std::memcpy(out, to.data, n * sizeof *out);
    }
}
