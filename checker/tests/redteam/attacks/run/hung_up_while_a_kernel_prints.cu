// Attack: hangs up on the engine in the middle of kernels that print and never end, and goes on with others
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

#include <cstdio>

__global__ void print_for_ever(unsigned value) {
    while (true) {
        for (int i = 0; i < 500; ++i) value = value * 1664525 + 1013904223 + i;
        printf("%u\n", value);
    }
}

__global__ void store(unsigned* place) { place[threadIdx.x] = threadIdx.x; }

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    unsigned* block = nullptr;
    cudaMalloc(&block, 128);
    // After some millions of instructions the engine watches for a while whether such a kernel ever
    // ends: it has printed about 3,400 times by then.
    for (int last = 3000; last < 4000; last += 100) {
        const int channel = raw_engine::open_channel();
        int prints = 0;
        print_for_ever<<<1, 1>>>(1);
        raw_engine::call(channel, raw_engine::Function::cudaDeviceSynchronize, {},
                         [&](const raw_engine::Header&) {
                             if (++prints == last) shutdown(channel, SHUT_RDWR);
                             raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer},
                                                     std::vector<char>(64));
                         });
        close(channel);
        store<<<1, 32>>>(block);
        cudaDeviceSynchronize();
    }
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
