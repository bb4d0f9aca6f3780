// Matrix instructions as they should be: whole warps, aligned rows, barriers where other warps wrote.
#include "corpus.hpp"

#include <cuda_fp16.h>
#include <mma.h>

namespace {

using namespace nvcuda;

__device__ unsigned shared_address(const void* at) {
    return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

__global__ void whole_warps_of_a_block(float* out) {
    if (threadIdx.x / 32 == 1) return; // a warp that leaves as a whole is none of the others' concern
    float d[4] = {};
    const unsigned ones = 0x3c003c00;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ones));
    for (int i = 0; i < 4; ++i) out[4 * thread() + i] = d[i];
}
CASE(mma_of_whole_warps) {
    const Array<float> out(4 * 96, 0);
    whole_warps_of_a_block<<<1, 96>>>(out);
    EXPECT(out[0] == 8 && out[127] == 8 && out[128] == 0 && out[383] == 8);
}

__global__ void after_branches(float* out) {
    float d[4] = {};
    unsigned a = 0x3c003c00;
    if (lane() % 2 == 0) a = 0x40004000; // lanes that had parted have met again
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%5}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a), "r"(0x3c003c00));
    out[thread()] = d[0];
}
CASE(mma_after_branches) {
    const Array<float> out(32);
    after_branches<<<1, 32>>>(out);
    EXPECT(out[0] == 12 && out[31] == 12);
}

__global__ void transposed(const half* in, half* out) {
    __shared__ __align__(16) half tile[8 * 8];
    for (int i = lane(); i < 64; i += 32) tile[i] = in[i];
    __syncwarp();
    unsigned word;
    // Only lanes 0 to 7 name rows; what the others name does not count.
    const unsigned row = lane() < 8 ? shared_address(tile) + 16 * lane() : 1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(word)
                 : "r"(row)
                 : "memory");
    reinterpret_cast<unsigned*>(out)[lane()] = word;
}
CASE(ldmatrix_transposes) {
    const Array<half> in(64, 0x3c), out(64);
    transposed<<<1, 32>>>(in, out);
    EXPECT(__half2float(out[63]) == __half2float(in[0]));
}

__global__ void padded_tiles(unsigned* out) {
    __shared__ __align__(16) half tiles[4][8][8 + 8];
    for (int i = threadIdx.x; i < 4 * 64; i += blockDim.x)
        tiles[i / 64][i / 8 % 8][i % 8] = __float2half(static_cast<float>(i / 64));
    __syncthreads(); // the padding stays unwritten, and is never read
    unsigned words[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(shared_address(tiles[lane() / 8][lane() % 8]))
                 : "memory");
    for (int i = 0; i < 4; ++i) out[4 * thread() + i] = words[i];
}
CASE(ldmatrix_of_padded_tiles) {
    const Array<unsigned> out(4 * 64);
    padded_tiles<<<1, 64>>>(out);
    EXPECT(out[0] == 0 && out[1] == 0x3c003c00 && out[255] == 0x42004200);
}

__global__ void pass_through(const half* a, const half* b, float* d) {
    __shared__ float sums[2][16 * 16];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(sums[warp], sum, 16, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) d[i] = sums[0][i] + sums[1][i];
}
CASE(fragments_through_shared_memory) {
    const Array<half> a(256, 0), b(256, 0);
    const Array<float> d(256);
    pass_through<<<1, 64>>>(a, b, d);
    EXPECT(d[0] == 0 && d[255] == 0);
}

__global__ void same_value_twice(float* out) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 1.0f);
    wmma::store_matrix_sync(out + 16 * 16 * (threadIdx.x / 32), sum, 16, wmma::mem_col_major);
    __syncthreads();
    wmma::load_matrix_sync(sum, out + 16 * 16 * (1 - threadIdx.x / 32), 16, wmma::mem_col_major);
    __syncthreads();
    wmma::store_matrix_sync(out + 16 * 16 * (threadIdx.x / 32), sum, 16, wmma::mem_row_major);
}
CASE(fragments_of_the_other_warp) {
    const Array<float> out(2 * 16 * 16);
    same_value_twice<<<1, 64>>>(out);
    EXPECT(out[0] == 1 && out[511] == 1);
}

} // namespace
