// Products of sparse matrices, im2col maps, maps that a kernel changes, and surfaces that threads add to.
#include "im2col.hpp"
#include "sparse.hpp"

namespace sparse_tensors {
namespace {

using namespace corpus;

// ---- mma.sp, wgmma.sp ----

// The first and the last of each four elements of A's rows are kept.
__global__ void sparse_product(float* out) {
    float d[4] = {};
    const unsigned a = lane() / 4 < 4 ? 0x3c003c00u : 0x40004000u; // two halves
    SPARSE_PRODUCT(d, a, 0x3c003c00u, 0xccccccccu);
    for (int i = 0; i < 4; ++i) out[(lane() / 4 + i / 2 * 8) * 8 + lane() % 4 * 2 + i % 2] = d[i];
}
CASE(sparse_products) {
    const Array<float> out(16 * 8);
    sparse_product<<<1, 32>>>(out);
    EXPECT(out[0] == 8 && out[7 * 8] == 16 && out[127] == 16);
}

// The first of each two words is kept: they add up the even ones.
__global__ void sparse_tiles(float* out) {
    __shared__ SparseTiles tiles;
    fill(tiles);
    proxy_fence();
    __syncthreads();
    float d[4] = {};
    group_fence();
    SPARSE_GROUP_PRODUCT(d, descriptor(tiles.a), descriptor(tiles.b), 0x44444444u);
    commit();
    wait<0>();
    for (int i = 0; i < 4; ++i) out[row_of(i) * 8 + column_of(i)] = d[i];
}
CASE(sparse_products_of_a_warpgroup) {
    const Array<float> out(64 * 8);
    sparse_tiles<<<1, 128>>>(out);
    EXPECT(out[0] == 2.0f * (0 + 2 + 4 + 6 + 8 + 10 + 12 + 14));
    EXPECT(out[8 * 8 + 3] == out[0]);
}

// ---- im2col ----

// A thread loads 16 pixels of 4 channels; then all wait for them.
__global__ void load_pixels(const __grid_constant__ CUtensorMap image, int* out, int shift) {
    __shared__ alignas(128) int buffer[64];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    if (me == 0) BARRIER_INIT(&barrier, 1);
    __syncthreads();
    if (me == 0) {
        BARRIER_EXPECT(&barrier, 256);
        LOAD_PIXELS(in_shared(buffer), &image, -1, -1, shift, in_shared(&barrier));
    }
    BARRIER_WAIT(&barrier, 0);
    out[me] = buffer[me];
}
CASE(im2col_of_a_filter) {
    const Array<int> in(4 * 4 * 4), out(64);
    int values[64];
    for (int i = 0; i < 64; ++i) values[i] = i + 1;
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    const CUtensorMap map = image_map(in, 4, 4);
    load_pixels<<<1, 64>>>(map, out, 0); // its first row and column are out of bounds
    EXPECT(out[0] == 0 && out[3 * 4] == 0 && out[5 * 4] == 1 && out[6 * 4] == 5);
    load_pixels<<<1, 64>>>(map, out, 1);
    EXPECT(out[0] == 1 && out[63] == 64);
}

// One thread waits, and a barrier tells the others.
__global__ void load_and_tell(const __grid_constant__ CUtensorMap image, int* out) {
    __shared__ alignas(128) int buffer[64];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    if (me == 0) {
        BARRIER_INIT(&barrier, 1);
        BARRIER_EXPECT(&barrier, 256);
        LOAD_PIXELS(in_shared(buffer), &image, 0, 0, 0, in_shared(&barrier));
        BARRIER_WAIT(&barrier, 0);
    }
    __syncthreads();
    out[me] = buffer[63 - me];
}
CASE(im2col_waited_for_by_one_thread) {
    const Array<int> in(64, 1), out(64);
    load_and_tell<<<1, 64>>>(image_map(in, 4, 4), out);
    EXPECT(out[20] == 0x01010101);
}

// Two warps use what a third one loads, without a barrier of the block: each buffer is filled again when both have
// said that they are done with it.
__global__ void ring(const __grid_constant__ CUtensorMap image, int* out, int rounds) {
    __shared__ alignas(128) int buffers[2][64];
    __shared__ std::uint64_t full[2], empty[2];
    const int me = static_cast<int>(threadIdx.x);
    if (me < 2) {
        BARRIER_INIT(&full[me], 1);
        BARRIER_INIT(&empty[me], 64);
    }
    __syncthreads();
    if (me >= 64) {
        for (int i = 0; me == 64 && i < rounds; ++i) {
            if (i >= 2) BARRIER_WAIT(&empty[i % 2], (i / 2 + 1) % 2);
            BARRIER_EXPECT(&full[i % 2], 256);
            LOAD_PIXELS(in_shared(buffers[i % 2]), &image, 0, 0, 0, in_shared(&full[i % 2]));
        }
        return;
    }
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
        BARRIER_WAIT(&full[i % 2], i / 2 % 2);
        sum += buffers[i % 2][63 - me];
        BARRIER_ARRIVE(in_block(&empty[i % 2], 0), "release");
    }
    out[me] = sum;
}
CASE(im2col_ring_without_block_barriers) {
    const Array<int> in(64, 1), out(64);
    ring<<<1, 96>>>(image_map(in, 4, 4), out, 7);
    EXPECT(out[20] == 7 * 0x01010101);
}

// One block loads for both, and tells the other one its number by a store that goes on by itself.
__global__ void __cluster_dims__(2, 1, 1) load_for_both(const __grid_constant__ CUtensorMap image, int* out) {
    __shared__ alignas(128) int buffer[64];
    __shared__ alignas(16) int number;
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    const unsigned rank = rank_of_block();
    if (me == 0) {
        BARRIER_INIT(&barrier, 1);
        BARRIER_EXPECT(&barrier, rank == 0 ? 256 : 260);
    }
    cluster_sync();
    if (me == 0 && rank == 0) {
        PREFETCH_PIXELS(&image);
        LOAD_PIXELS_TO_ALL(in_shared(buffer), &image, in_shared(&barrier), 3);
        int* const there = static_cast<int*>(__cluster_map_shared_rank(&number, 1));
        std::uint64_t* const its = static_cast<std::uint64_t*>(__cluster_map_shared_rank(&barrier, 1));
        asm volatile("st.async.weak.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"l"(there), "r"(7), "l"(its) : "memory");
    }
    BARRIER_WAIT(&barrier, 0);
    out[64 * rank + me] = buffer[me] + (rank == 1 ? number : 0);
    cluster_sync();
}
CASE(im2col_for_two_blocks) {
    const Array<int> in(64, 1), out(128);
    load_for_both<<<2, 64>>>(image_map(in, 4, 4), out);
    EXPECT(out[9] == 0x01010101 && out[64 + 9] == 0x01010101 + 7);
}

// ---- Maps that a kernel changes ----

// The same boxes, of each block's own array.
__global__ void load_own(const __grid_constant__ CUtensorMap map, CUtensorMap* maps, int* arrays, int* out) {
    __shared__ alignas(128) CUtensorMap own;
    __shared__ alignas(128) int buffer[128];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    reinterpret_cast<int*>(&own)[me] = reinterpret_cast<const int*>(&map)[me];
    __syncwarp();
    if (me == 0) {
        BARRIER_INIT(&barrier, 1);
        REPLACE_ADDRESS(&own, arrays + 128 * blockIdx.x);
    }
    __syncwarp();
    CUtensorMap* const mine = maps + blockIdx.x;
    COPY_MAP(mine, &own);
    if (me == 0) {
        BARRIER_EXPECT(&barrier, 512);
        LOAD_BOX(in_shared(buffer), mine, 0, 0, in_shared(&barrier));
    }
    BARRIER_WAIT(&barrier, 0);
    for (int i = me; i < 128; i += 32) out[128 * blockIdx.x + i] = buffer[i];
}
CASE(tensor_maps_of_blocks) {
    const Array<int> in(256), out(256);
    int values[256];
    for (int i = 0; i < 256; ++i) values[i] = i;
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    const Array<CUtensorMap> maps(2);
    load_own<<<2, 32>>>(matrix_map(in, 16, 8, 16, 8), maps, in, out);
    EXPECT(out[5] == 5 && out[128 + 77] == 128 + 77);
}
// Changed in global memory by one block, used by both, again and again.
__global__ void move_for_both(const __grid_constant__ CUtensorMap map, CUtensorMap* moved, int* arrays, int* flag, int* out) {
    __shared__ alignas(128) int buffer[128];
    __shared__ std::uint64_t barrier;
    if (threadIdx.x == 0) BARRIER_INIT(&barrier, 1);
    __syncthreads();
    for (int round = 0; round < 2; ++round) {
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            if (round == 0) *moved = map;
            while (round > 0 && atomicAdd(flag + 1, 0) != round) {
            }
            __threadfence();
            asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(moved), "l"(arrays + 128 * round) : "memory");
            asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
            asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(round + 1) : "memory");
        }
        if (threadIdx.x == 0) {
            int known = 0;
            while (known != round + 1) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(known) : "l"(flag) : "memory");
            asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(moved) : "memory");
            BARRIER_EXPECT(&barrier, 512);
            LOAD_BOX(in_shared(buffer), moved, 0, 0, in_shared(&barrier));
        }
        BARRIER_WAIT(&barrier, round);
        for (int i = static_cast<int>(threadIdx.x); i < 128; i += 32) out[128 * (2 * round + blockIdx.x) + i] = buffer[i];
        __syncthreads();
        if (blockIdx.x == 1 && threadIdx.x == 0) {
            __threadfence();
            atomicAdd(flag + 1, 1);
        }
    }
}
CASE(tensor_map_moved_for_both_blocks) {
    const Array<int> in(256), out(512), flag(2, 0);
    int values[256];
    for (int i = 0; i < 256; ++i) values[i] = i;
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    const Array<CUtensorMap> moved(1);
    move_for_both<<<2, 32>>>(matrix_map(in, 16, 8, 16, 8), moved, in, flag, out);
    EXPECT(out[5] == 5 && out[128 + 77] == 77 && out[256 + 5] == 133 && out[384 + 127] == 255);
}

// ---- Surfaces ----

__global__ void count(cudaSurfaceObject_t surface) {
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], 1;" ::"l"(surface), "r"(thread() % 4 * 4), "r"(1) : "memory");
    if (thread() == 0) asm volatile("sust.p.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(surface), "r"(2), "r"(0), "r"(77) : "memory");
}
CASE(surface_sums) {
    const Surface surface(4, 2);
    count<<<2, 64>>>(surface.object());
    EXPECT(surface.at(0, 1) == 32 && surface.at(3, 1) == 32 && surface.at(2, 0) == 77 && surface.at(0, 0) == 0);
}

} // namespace
} // namespace sparse_tensors
