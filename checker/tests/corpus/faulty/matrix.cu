// Matrix instructions that lack lanes, and what moves matrices from the wrong place or too early.
#include "corpus.hpp"

#include <cuda_fp16.h>
#include <mma.h>

namespace {

using namespace nvcuda;

__device__ void multiply(float (&d)[4], unsigned a0, unsigned a1, unsigned b) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a0), "r"(a1), "r"(b)); // fault: mma_of_half_a_warp, fault: mma_of_a_small_block, fault: mma_after_return, fault: mma_in_a_loop_that_some_leave
}

__device__ unsigned load_tile(unsigned address) {
    unsigned word;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(word)
                 : "r"(address) // fault: ldmatrix_off_by_an_element, fault: ldmatrix_behind_the_tile, fault: ldmatrix_without_barrier, other: ldmatrix_without_barrier, fault: ldmatrix_of_half_a_tile
                 : "memory");
    return word;
}

__device__ unsigned address_of(const half* tile) {
    return static_cast<unsigned>(__cvta_generic_to_shared(tile));
}

__global__ void half_a_warp(float* out) {
    float d[4] = {};
    if (lane() < 16) multiply(d, 1, 2, 3);
    out[thread()] = d[0];
}
CASE(mma_of_half_a_warp) {
    const Array<float> out(32);
    half_a_warp<<<1, 32>>>(out);
}

__global__ void any_block(float* out) {
    float d[4] = {};
    multiply(d, 1, 2, 3);
    out[thread()] = d[0];
}
CASE(mma_of_a_small_block) {
    const Array<float> out(20);
    any_block<<<1, 20>>>(out);
}

__global__ void some_return(float* out, int count) {
    if (thread() >= count) return;
    float d[4] = {};
    multiply(d, 1, 2, 3);
    out[thread()] = d[0];
}
CASE(mma_after_return) {
    const Array<float> out(32);
    some_return<<<1, 32>>>(out, 31);
}

__global__ void as_often_as_the_lane_says(float* out) {
    float d[4] = {};
    for (int i = 0; i < 1 + lane() / 16; ++i) multiply(d, 1, 2, 3);
    out[thread()] = d[0];
}
CASE(mma_in_a_loop_that_some_leave) {
    const Array<float> out(32);
    as_often_as_the_lane_says<<<1, 32>>>(out);
}

__global__ void row_of(unsigned* out, int offset, int row_elements) {
    __shared__ __align__(16) half tile[8 * 8 + 8];
    for (int i = lane(); i < 8 * 8 + 8; i += 32) tile[i] = __float2half(1);
    __syncwarp();
    out[thread()] = load_tile(address_of(tile) + 2 * (offset + lane() % 8 * row_elements));
}
CASE(ldmatrix_off_by_an_element) {
    const Array<unsigned> out(32);
    row_of<<<1, 32>>>(out, 1, 8);
}
CASE(ldmatrix_behind_the_tile) {
    const Array<unsigned> out(32);
    row_of<<<1, 32>>>(out, 0, 16);
}

__global__ void from_the_other_warp(unsigned* out) {
    __shared__ __align__(16) half tile[2][8 * 8];
    const int warp = threadIdx.x / 32;
    for (int i = lane(); i < 8 * 8; i += 32) tile[warp][i] = __float2half(1);
    __syncthreads();
    tile[warp][lane()] = __float2half(2); // fault: ldmatrix_without_barrier, other: ldmatrix_without_barrier
    out[thread()] = load_tile(address_of(tile[1 - warp]) + 16 * (lane() % 8));
}
CASE(ldmatrix_without_barrier) {
    const Array<unsigned> out(64);
    from_the_other_warp<<<1, 64>>>(out);
}

__global__ void half_a_tile(unsigned* out) {
    __shared__ __align__(16) half tile[8 * 8];
    tile[lane()] = __float2half(1); // four of eight rows
    __syncwarp();
    out[thread()] = load_tile(address_of(tile) + 16 * (lane() % 8));
}
CASE(ldmatrix_of_half_a_tile) {
    const Array<unsigned> out(32);
    half_a_tile<<<1, 32>>>(out);
}

__global__ void store_sum(float* out, int stride) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, threadIdx.x < 32 ? 1.0f : 2.0f);
    wmma::store_matrix_sync(out, sum, stride, wmma::mem_row_major); // fault: fragment_behind_the_array, fault: fragments_at_one_place, other: fragments_at_one_place
}
CASE(fragment_behind_the_array) {
    const Array<float> out(16 * 16);
    store_sum<<<1, 32>>>(out, 20);
}
CASE(fragments_at_one_place) {
    const Array<float> out(16 * 16);
    store_sum<<<1, 64>>>(out, 16);
}

__global__ void load_unwritten(const half* in, float* out) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(a, in, 16); // fault: fragment_of_nothing
    wmma::fill_fragment(b, __float2half(1));
    wmma::mma_sync(sum, a, b, sum);
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
CASE(fragment_of_nothing) {
    const Array<half> in(16 * 16);
    const Array<float> out(16 * 16);
    load_unwritten<<<1, 32>>>(in, out);
}

} // namespace
