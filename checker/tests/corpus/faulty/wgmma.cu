// wgmma with something forgotten: a fence, a wait, a warp, a barrier.
#include "wgmma.hpp"

namespace {

using namespace corpus;

__device__ void multiply(float (&d)[4], unsigned long long a, unsigned long long b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b)); // fault: wgmma_without_its_fence, fault: wgmma_of_a_tile_without_a_proxy_fence, fault: wgmma_of_three_warps, fault: wgmma_of_one_warp, fault: wgmma_of_a_misaligned_tile, fault: wgmma_beyond_the_shared_memory, fault: wgmma_with_two_descriptors, fault: wgmma_of_a_tile_without_a_barrier, fault: wgmma_of_a_sum_written_without_a_fence, fault: wgmma_of_half_a_warp, fault: wgmma_of_a_tile_never_written, other: wgmma_of_a_tile_refilled_before_the_wait, other: wgmma_of_a_tile_refilled_by_another_warp, fault: wgmma_while_a_warp_waits_elsewhere
}
// One product, from the fence to the wait.
__device__ void multiply_and_wait(float (&d)[4], unsigned long long a, unsigned long long b) {
    group_fence();
    multiply(d, a, b);
    commit();
    wait<0>();
}
__device__ void multiply_registers(float (&d)[4], unsigned& a, unsigned long long b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+r"(a)
                 : "l"(b));
}
__device__ void put(float* out, const float (&d)[4], float factor = 1) {
    for (int i = 0; i < 4; ++i) out[row_of(i) * 8 + column_of(i)] = d[i] * factor; // fault: wgmma_sum_read_before_the_wait, fault: wgmma_sum_of_the_last_group, fault: wgmma_not_committed
}

// Like fill, for faults that name these lines.
__device__ void fill_here(Tiles& tiles) {
    const int self = static_cast<int>(threadIdx.x);
    for (int i = self; i < 64 * 16; i += 128)
        tiles.a[element(i / 16, i % 16)] = __float2half(1); // other: wgmma_of_a_tile_without_a_proxy_fence, other: wgmma_of_a_tile_without_a_barrier
    tiles.b[element(self / 16, self % 16)] = __float2half(1); // other: wgmma_of_a_tile_without_a_proxy_fence, other: wgmma_of_a_tile_without_a_barrier
}

template <class Kernel>
void run(Kernel kernel, int threads = 128) {
    const Array<float> out(64 * 8);
    kernel<<<1, threads>>>(out);
}

__global__ void without_fence(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    multiply(d, descriptor(tiles.a), descriptor(tiles.b));
    commit();
    wait<0>();
    put(out, d);
}
CASE(wgmma_without_its_fence) { run(without_fence); }

__global__ void without_proxy_fence(float* out) {
    __shared__ Tiles tiles;
    fill_here(tiles);
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    put(out, d);
}
CASE(wgmma_of_a_tile_without_a_proxy_fence) { run(without_proxy_fence); }

// The tiles are right, and the steps in their order but for the one that is left out.
enum Left { barrier, any_wait, commit_of_it };
template <Left left>
__global__ void without(float* out) {
    __shared__ Tiles tiles;
    fill_here(tiles);
    proxy_fence();
    if (left != barrier) __syncthreads();
    float d[4] = {};
    group_fence();
    multiply(d, descriptor(tiles.a), descriptor(tiles.b));
    if (left != commit_of_it) commit();
    if (left != any_wait) wait<0>();
    put(out, d, 2);
}
CASE(wgmma_of_a_tile_without_a_barrier) { run(without<barrier>); }
CASE(wgmma_sum_read_before_the_wait) { run(without<any_wait>); }
CASE(wgmma_not_committed) { run(without<commit_of_it>); }

// It waits for all groups but the last, which is the one that it wants.
__global__ void last_group(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    group_fence();
    for (int i = 0; i < 2; ++i) {
        multiply(d, descriptor(tiles.a), descriptor(tiles.b));
        commit();
    }
    wait<1>();
    put(out, d, 2);
}
CASE(wgmma_sum_of_the_last_group) { run(last_group); }

__global__ void refilled(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    group_fence();
    multiply(d, descriptor(tiles.a), descriptor(tiles.b));
    commit();
    __syncthreads();
    tiles.b[threadIdx.x] = __float2half(1); // fault: wgmma_of_a_tile_refilled_before_the_wait
    wait<0>();
    put(out, d);
}
CASE(wgmma_of_a_tile_refilled_before_the_wait) { run(refilled); }

// A fifth warp knows when the tile was filled, not when it was read.
__global__ void refilled_by_another(float* out) {
    __shared__ Tiles tiles;
    if (threadIdx.x < 128) fill(tiles);
    proxy_fence();
    __syncthreads();
    if (threadIdx.x < 128) {
        float d[4] = {};
        group_fence();
        multiply(d, descriptor(tiles.a), descriptor(tiles.b));
        commit();
        wait<0>();
        put(out, d);
    } else {
        tiles.b[threadIdx.x - 128] = __float2half(1); // fault: wgmma_of_a_tile_refilled_by_another_warp
    }
}
CASE(wgmma_of_a_tile_refilled_by_another_warp) { run(refilled_by_another, 160); }

__global__ void any_block(float* out) {
    __shared__ Tiles tiles;
    for (int i = static_cast<int>(threadIdx.x); i < 64 * 16; i += 96) tiles.a[i] = __float2half(1);
    for (int i = static_cast<int>(threadIdx.x); i < 8 * 16; i += 96) tiles.b[i] = __float2half(1);
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    put(out, d);
}
CASE(wgmma_of_three_warps) { run(any_block, 96); }

__global__ void one_warp(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    if (threadIdx.x >= 32) return;
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    put(out, d);
}
CASE(wgmma_of_one_warp) { run(one_warp); }

__global__ void some_wait_elsewhere(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    if (threadIdx.x < 96) {
        group_fence();
        multiply(d, descriptor(tiles.a), descriptor(tiles.b));
        commit();
        wait<0>();
    }
    __syncthreads();
    put(out, d);
}
CASE(wgmma_while_a_warp_waits_elsewhere) { run(some_wait_elsewhere); }

__global__ void half_a_warp(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    group_fence();
    if (lane() < 16) multiply(d, descriptor(tiles.a), descriptor(tiles.b));
    commit();
    wait<0>();
    put(out, d);
}
CASE(wgmma_of_half_a_warp) { run(half_a_warp); }

// A swizzle of 128 bytes wants tiles at multiples of 1024.
__global__ void misaligned(float* out) {
    __shared__ alignas(1024) half room[64 * 64 + 64];
    __shared__ Tiles tiles;
    fill(tiles);
    for (int i = static_cast<int>(threadIdx.x); i < 64 * 64 + 64; i += 128) room[i] = __float2half(1);
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(room + 64, 16, 1024, 1), descriptor(tiles.b));
    put(out, d);
}
CASE(wgmma_of_a_misaligned_tile) { run(misaligned); }

// The stride between groups of 8 rows is in bytes.
__global__ void beyond(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a, 128, 2 * 256), descriptor(tiles.b));
    put(out, d);
}
CASE(wgmma_beyond_the_shared_memory) { run(beyond); }

__global__ void two_descriptors(float* out) {
    __shared__ Tiles tiles[2];
    fill(tiles[0]);
    fill(tiles[1]);
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles[0].a), descriptor(tiles[threadIdx.x / 64].b));
    put(out, d);
}
CASE(wgmma_with_two_descriptors) { run(two_descriptors); }

__global__ void written_without_fence(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    for (float& each : d) asm volatile("add.f32 %0, %0, 0f3f800000;" : "+f"(each));
    multiply(d, descriptor(tiles.a), descriptor(tiles.b));
    commit();
    wait<0>();
    put(out, d);
}
CASE(wgmma_of_a_sum_written_without_a_fence) { run(written_without_fence); }

__global__ void factor_written(float* out) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    unsigned a = threadIdx.x;
    group_fence();
    multiply_registers(d, a, descriptor(tiles.b));
    commit();
    asm volatile("mov.u32 %0, 7;" : "+r"(a)); // fault: wgmma_factor_written_before_the_wait
    wait<0>();
    put(out, d, static_cast<float>(a));
}
CASE(wgmma_factor_written_before_the_wait) { run(factor_written); }

__global__ void never_written(float* out) {
    __shared__ Tiles tiles;
    if (threadIdx.x < 64) fill(tiles); // as if there were 128
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    put(out, d);
}
CASE(wgmma_of_a_tile_never_written) { run(never_written); }

} // namespace
