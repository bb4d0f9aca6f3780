// cp.async as it should be: waited for by the thread that copies, then a barrier for the others.
#include "corpus.hpp"

#include <cuda_pipeline.h>

namespace {

// Two buffers: while one is added up the other is filled.
__global__ void sums_of_tiles(const int* in, int count, int* out) {
    __shared__ int tiles[2][64];
    const int me = threadIdx.x, tile_count = (count + 63) / 64;
    const auto fetch = [&](int tile) {
        const int at = 64 * tile + me;
        // Behind the end nothing is read, and zeros arrive.
        if (tile < tile_count)
            __pipeline_memcpy_async(&tiles[tile % 2][me], &in[at], 4, at < count ? 0 : 4);
        __pipeline_commit();
    };
    int sum = 0;
    fetch(0);
    for (int tile = 0; tile < tile_count; ++tile) {
        fetch(tile + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tiles[tile % 2][63 - me];
        __syncthreads();
    }
    out[me] = sum;
}
CASE(copies_into_two_buffers) {
    const Array<int> in(300), out(64);
    int values[300];
    for (int i = 0; i < 300; ++i) values[i] = i;
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    sums_of_tiles<<<1, 64>>>(in, 300, out);
    EXPECT(out[63] == 0 + 64 + 128 + 192 + 256 && out[0] == 63 + 127 + 191 + 255);
}

__global__ void own_elements(const int* in, int* out) {
    __shared__ __align__(16) int tile[4 * 32];
    __pipeline_memcpy_async(&tile[4 * lane()], &in[4 * lane()], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0); // what a thread copied itself it may read without a barrier
    for (int i = 0; i < 4; ++i) out[4 * lane() + i] = tile[4 * lane() + i];
}
CASE(copies_of_its_own) {
    const Array<int> in(128, 1), out(128);
    own_elements<<<1, 32>>>(in, out);
    EXPECT(out[127] == 0x01010101);
}

// While a copy is under way its neighbours are used, and its source is read.
__global__ void around_a_copy(const int* in, int* out) {
    __shared__ int tile[2][64];
    const int me = threadIdx.x;
    tile[1][me] = me;
    __pipeline_memcpy_async(&tile[0][me], &in[me], 4);
    __pipeline_commit();
    __syncthreads();
    const int sum = tile[1][63 - me] + in[63 - me];
    __pipeline_wait_prior(0);
    __syncthreads();
    out[me] = sum + tile[0][63 - me];
}
CASE(neighbours_of_a_copy) {
    const Array<int> in(64, 0), out(64);
    around_a_copy<<<1, 64>>>(in, out);
    EXPECT(out[0] == 63);
}

__global__ void source_again(int* in, int* out) {
    __shared__ int tile[64];
    const int me = threadIdx.x;
    __pipeline_memcpy_async(&tile[me], &in[me], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    in[me] = 7; // its own thread may
    __syncthreads();
    out[me] = tile[63 - me];
    __syncthreads();
    __pipeline_memcpy_async(&tile[63 - me], &in[63 - me], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[me] += tile[me];
}
CASE(source_changed_after_the_wait) {
    const Array<int> in(64, 0), out(64);
    source_again<<<1, 64>>>(in, out);
    EXPECT(out[63] == 7);
}

} // namespace
