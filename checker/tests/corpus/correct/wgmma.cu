// Products of warpgroups in the ways in which programs make them.
#include "tensors.hpp"
#include "wgmma.hpp"

#include <cuda_awbarrier_primitives.h>

namespace {

using namespace corpus;

__device__ void multiply(float (&d)[4], unsigned long long a, unsigned long long b, int adds = 1) {
    asm volatile("{ .reg .pred adds; setp.ne.b32 adds, %6, 0;"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, adds, 1, 1, 0, 0; }"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b), "r"(adds));
}
// One product, from the fence to the wait.
__device__ void multiply_and_wait(float (&d)[4], unsigned long long a, unsigned long long b) {
    group_fence();
    multiply(d, a, b);
    commit();
    wait<0>();
}
__device__ void multiply_columns(float (&d)[4], unsigned long long a, unsigned long long b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 1;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b));
}
__device__ void multiply_registers(float (&d)[4], const unsigned (&a)[4], unsigned long long b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

__device__ void wait_for(__mbarrier_t* barrier, int parity) {
    asm volatile("{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @!done bra AGAIN; }" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(barrier))),
                 "r"(parity)
                 : "memory");
}

// Runs a kernel that counts what is wrong.
void run(void (*kernel)(int*), int threads) {
    const Array<int> wrong(1, 0);
    kernel<<<2, threads>>>(wrong);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(wrong[0] == 0);
}

__global__ void once(int* wrong) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    compare(d, 1, wrong);
}
CASE(wgmma_of_one_tile) { run(once, 128); }

// One fence is enough for products that follow each other; scale-d overwrites what was there.
__global__ void in_a_row(int* wrong) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float d[4] = {1, 2, 3, 4};
    group_fence();
    for (int i = 0; i < 3; ++i) multiply(d, descriptor(tiles.a), descriptor(tiles.b), i);
    commit();
    wait<0>();
    compare(d, 3, wrong);
    for (float& each : d) each *= 2;
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    compare(d, 7, wrong);
}
CASE(wgmma_in_a_row) { run(in_a_row, 128); }

// The next tile is filled while the product of the last one goes on.
__global__ void two_tiles(int* wrong) {
    __shared__ Tiles tiles[2];
    float d[4] = {};
    for (int step = 0; step < 6; ++step) {
        Tiles& own = tiles[step % 2];
        wait<1>(); // that of two steps before
        __syncthreads();
        fill(own);
        proxy_fence();
        __syncthreads();
        group_fence();
        multiply(d, descriptor(own.a), descriptor(own.b));
        commit();
    }
    wait<0>();
    compare(d, 6, wrong);
}
CASE(wgmma_with_two_tiles) { run(two_tiles, 128); }

// Two accumulators: the first is read while the second is under way.
__global__ void two_sums(int* wrong) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    float first[4] = {}, second[4] = {};
    group_fence();
    multiply(first, descriptor(tiles.a), descriptor(tiles.b));
    commit();
    multiply(second, descriptor(tiles.a), descriptor(tiles.b));
    multiply(second, descriptor(tiles.a), descriptor(tiles.b));
    commit();
    wait<1>();
    compare(first, 1, wrong);
    wait<0>();
    compare(second, 2, wrong);
}
CASE(wgmma_with_two_sums) { run(two_sums, 128); }

__global__ void from_registers(int* wrong) {
    __shared__ Tiles tiles;
    make_ready(tiles);
    unsigned a[4];
    for (int i = 0; i < 4; ++i) {
        const int row = static_cast<int>(threadIdx.x) / 32 * 16 + lane() / 4 + i % 2 * 8, k = lane() % 4 * 2 + i / 2 * 8;
        const __half2 pair(__float2half(value_of_a(row, k)), __float2half(value_of_a(row, k + 1)));
        a[i] = reinterpret_cast<const unsigned&>(pair);
    }
    float d[4] = {};
    group_fence();
    multiply_registers(d, a, descriptor(tiles.b));
    commit();
    wait<0>();
    compare(d, 1, wrong);
}
CASE(wgmma_with_a_in_registers) { run(from_registers, 128); }

// B by rows: what lies side by side is along its columns.
__global__ void by_rows(int* wrong) {
    __shared__ Tiles tiles;
    __shared__ alignas(128) half b[16 * 8];
    fill(tiles);
    b[threadIdx.x] = __float2half(value_of_b(static_cast<int>(threadIdx.x) / 8, static_cast<int>(threadIdx.x) % 8));
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    group_fence();
    multiply_columns(d, descriptor(tiles.a), descriptor(b));
    commit();
    wait<0>();
    compare(d, 1, wrong);
}
CASE(wgmma_with_b_by_rows) { run(by_rows, 128); }

// Rows of 32 bytes, swizzled: the halves change places in every other group of four rows.
__global__ void swizzled(int* wrong) {
    __shared__ alignas(256) half a[64 * 16];
    __shared__ Tiles tiles;
    fill(tiles);
    for (int i = static_cast<int>(threadIdx.x); i < 64 * 16; i += 128) {
        const int row = i / 16, k = i % 16;
        a[row * 16 + (k / 8 ^ row / 4 % 2) * 8 + k % 8] = __float2half(value_of_a(row, k));
    }
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(a, 16, 256, 3), descriptor(tiles.b));
    compare(d, 1, wrong);
}
CASE(wgmma_with_a_swizzled) { run(swizzled, 128); }

__global__ void two_groups(int* wrong) {
    __shared__ Tiles tiles[2];
    Tiles& own = tiles[threadIdx.x / 128];
    fill(own, static_cast<int>(threadIdx.x) / 128 * 128);
    proxy_fence();
    asm volatile("bar.sync %0, 128;" ::"r"(1 + threadIdx.x / 128) : "memory");
    float d[4] = {};
    for (unsigned i = 0; i <= threadIdx.x / 128; ++i) { // the second group goes on longer
        group_fence();
        multiply(d, descriptor(own.a), descriptor(own.b));
        commit();
        wait<0>();
    }
    compare(d, static_cast<float>(1 + threadIdx.x / 128), wrong);
}
CASE(wgmma_of_two_warpgroups) { run(two_groups, 256); }

// The fence between the proxies by a warp that comes after those that wrote.
__global__ void fence_behind_the_barrier(int* wrong) {
    __shared__ Tiles tiles;
    fill(tiles);
    __syncthreads();
    if (threadIdx.x < 32) proxy_fence();
    __syncthreads();
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    compare(d, 1, wrong);
}
CASE(wgmma_with_the_proxy_fence_behind_a_barrier) { run(fence_behind_the_barrier, 128); }

// One thread of the warpgroup says for all that the tile has been read: wgmma.wait_group is about
// all four warps' product.
__global__ void told_by_one_thread(int* wrong) {
    __shared__ Tiles tiles;
    __shared__ __mbarrier_t full, empty;
    if (threadIdx.x == 0) {
        __mbarrier_init(&full, 128);
        __mbarrier_init(&empty, 1);
    }
    __syncthreads();
    if (threadIdx.x >= 128) {
        for (int step = 0; step < 3; ++step) {
            if (step > 0) wait_for(&empty, (step - 1) % 2);
            fill(tiles, 128);
            proxy_fence();
            static_cast<void>(__mbarrier_arrive(&full));
        }
    } else {
        float d[4] = {};
        for (int step = 0; step < 3; ++step) {
            wait_for(&full, step % 2);
            group_fence();
            multiply(d, descriptor(tiles.a), descriptor(tiles.b));
            commit();
            wait<0>();
            if (threadIdx.x == 37) static_cast<void>(__mbarrier_arrive(&empty));
        }
        compare(d, 3, wrong);
    }
}
CASE(wgmma_of_a_tile_that_one_thread_gives_back) { run(told_by_one_thread, 256); }

// What a bulk copy has written needs no fence between the proxies.
__global__ void copied_in_bulk(int* wrong, const Tiles* from) {
    __shared__ Tiles tiles;
    __shared__ __mbarrier_t arrived;
    const auto bar = static_cast<unsigned>(__cvta_generic_to_shared(&arrived));
    const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&tiles));
    if (threadIdx.x == 0) __mbarrier_init(&arrived, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%2], [%3], %1, [%0];" ::"r"(bar),
                     "n"(sizeof(Tiles)), "r"(to), "l"(from)
                     : "memory");
    wait_for(&arrived, 0);
    float d[4] = {};
    multiply_and_wait(d, descriptor(tiles.a), descriptor(tiles.b));
    compare(d, 1, wrong);
}
__global__ void make_tiles(Tiles* to) { fill(*to); }
CASE(wgmma_of_a_tile_copied_in_bulk) {
    const Array<Tiles> tiles(1);
    const Array<int> wrong(1, 0);
    make_tiles<<<1, 128>>>(tiles);
    copied_in_bulk<<<1, 128>>>(wrong, tiles);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(wrong[0] == 0);
}

// Boxes with a swizzle of 128 bytes, which a fifth warp has loaded, two steps ahead.
constexpr int depth = 64, steps = 5; // of a box; boxes
struct Stage {
    alignas(1024) half a[64 * depth];
    alignas(1024) half b[8 * depth];
};
__global__ void from_boxes(int* wrong, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b) {
    __shared__ Stage stages[2];
    __shared__ std::uint64_t full[2], empty[2];
    if (threadIdx.x < 2) {
        BARRIER_INIT(&full[threadIdx.x], 1);
        BARRIER_INIT(&empty[threadIdx.x], 1);
    }
    __syncthreads();
    if (threadIdx.x == 128) {
        for (int step = 0; step < steps; ++step) {
            Stage& own = stages[step % 2];
            if (step >= 2) BARRIER_WAIT(&empty[step % 2], (step / 2 - 1) % 2);
            BARRIER_EXPECT(&full[step % 2], static_cast<int>(sizeof own.a + sizeof own.b));
            LOAD_BOX(in_shared(own.a), &a, step * depth, 0, in_shared(&full[step % 2]));
            LOAD_BOX(in_shared(own.b), &b, step * depth, 0, in_shared(&full[step % 2]));
        }
    }
    if (threadIdx.x >= 128) return;
    float d[4] = {};
    for (int step = 0; step < steps; ++step) {
        const Stage& own = stages[step % 2];
        BARRIER_WAIT(&full[step % 2], step / 2 % 2);
        group_fence();
        for (int k = 0; k < depth; k += 16)
            multiply(d, descriptor(own.a + k, 16, 1024, 1), descriptor(own.b + k, 16, 1024, 1));
        commit();
        wait<0>();
        if (threadIdx.x == 0) BARRIER_ARRIVE(in_shared(&empty[step % 2]), "release");
    }
    for (int i = 0; i < 4; ++i) {
        float sum = 0;
        for (int k = 0; k < depth * steps; ++k) sum += value_of_a(row_of(i), k) * value_of_b(k, column_of(i));
        if (d[i] != sum) atomicAdd(wrong, 1);
    }
}
__global__ void fill_matrices(half* a, half* b) {
    for (int k = static_cast<int>(threadIdx.x); k < depth * steps; k += 128) {
        for (int row = 0; row < 64; ++row) a[row * depth * steps + k] = __float2half(value_of_a(row, k));
        for (int column = 0; column < 8; ++column) b[column * depth * steps + k] = __float2half(value_of_b(k, column));
    }
}
CUtensorMap map_of(half* data, int rows) {
    CUtensorMap map;
    const cuuint64_t dims[] = {depth * steps, static_cast<cuuint64_t>(rows)}, strides[] = {depth * steps * sizeof(half)};
    const cuuint32_t box[] = {depth, static_cast<cuuint32_t>(rows)};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, dims, strides, box, CU_TENSOR_MAP_SWIZZLE_128B) ==
           CUDA_SUCCESS);
    return map;
}
CASE(wgmma_of_boxes_of_tensors) {
    const Array<half> a(64 * depth * steps), b(8 * depth * steps);
    const Array<int> wrong(1, 0);
    fill_matrices<<<1, 128>>>(a, b);
    from_boxes<<<1, 160>>>(wrong, map_of(a, 64), map_of(b, 8));
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(wrong[0] == 0);
}

} // namespace
