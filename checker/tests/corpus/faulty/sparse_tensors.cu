// Sparse products whose metadata is wrong, im2col copies and changed maps that are wrong or used too early, surfaces.
#include "im2col.hpp"
#include "sparse.hpp"

namespace sparse_tensors {
namespace {

using namespace corpus;

// ---- mma.sp, wgmma.sp ----

__global__ void sparse_product(float* out, unsigned metadata) {
    float d[4] = {};
    SPARSE_PRODUCT(d, 0x3c003c00u, 0x3c003c00u, metadata); // fault: sparse_metadata_backwards, fault: sparse_metadata_twice_the_same
    out[lane()] = d[0];
}
CASE(sparse_metadata_twice_the_same) {
    const Array<float> out(32);
    sparse_product<<<1, 32>>>(out, 0xcccccc5cu);
}
CASE(sparse_metadata_backwards) {
    const Array<float> out(32);
    sparse_product<<<1, 32>>>(out, 0xcccc1cccu);
}

__global__ void sparse_tiles(float* out, unsigned metadata, bool fences) {
    __shared__ SparseTiles tiles;
    for (int i = threadIdx.x; i < 64 * 8; i += 128) tiles.a[i] = 2; // other: sparse_tile_without_a_proxy_fence
    tiles.b[threadIdx.x] = 1; // other: sparse_tile_without_a_proxy_fence
    if (fences) proxy_fence();
    __syncthreads();
    float d[4] = {};
    group_fence();
    SPARSE_GROUP_PRODUCT(d, descriptor(tiles.a), descriptor(tiles.b), metadata); // fault: sparse_metadata_of_words, fault: sparse_tile_without_a_proxy_fence
    commit();
    wait<0>();
    for (int i = 0; i < 4; ++i) out[row_of(i) * 8 + column_of(i)] = d[i];
}
CASE(sparse_metadata_of_words) {
    const Array<float> out(64 * 8);
    sparse_tiles<<<1, 128>>>(out, 0x44444448u, true);
}
CASE(sparse_tile_without_a_proxy_fence) {
    const Array<float> out(64 * 8);
    sparse_tiles<<<1, 128>>>(out, 0x44444444u, false);
}

// ---- im2col ----

struct Load {
    int w = 0;             // where it begins
    bool waits = true;     // for the mbarrier; a barrier of the block is there in any case
};
__global__ void load_pixels(const __grid_constant__ CUtensorMap image, int* out, Load how) {
    __shared__ alignas(128) int buffer[64];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    buffer[me] = 0;
    if (me == 0) BARRIER_INIT(&barrier, 1);
    FENCE_FOR_COPIES();
    __syncthreads();
    if (me == 0) {
        BARRIER_EXPECT(&barrier, 256);
        LOAD_PIXELS(in_shared(buffer), &image, how.w, 0, 0, in_shared(&barrier)); // fault: im2col_beside_the_box, fault: im2col_of_a_tiled_map, other: im2col_behind_a_barrier_alone
    }
    if (how.waits) BARRIER_WAIT(&barrier, 0);
    __syncthreads();
    out[me] = buffer[63 - me]; // fault: im2col_behind_a_barrier_alone
}
CASE(im2col_beside_the_box) {
    const Array<int> in(64, 1), out(64);
    Load how;
    how.w = 3;
    load_pixels<<<1, 64>>>(image_map(in, 4, 4), out, how);
}
CASE(im2col_of_a_tiled_map) {
    const Array<int> in(64, 1), out(64);
    CUtensorMap map;
    const cuuint64_t dims[] = {4, 4, 4, 1}, strides[] = {16, 64, 256};
    const cuuint32_t box[] = {4, 4, 4, 1};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, in, dims, strides, box) == CUDA_SUCCESS);
    load_pixels<<<1, 64>>>(map, out, {});
}
CASE(im2col_behind_a_barrier_alone) {
    const Array<int> in(64, 1), out(64);
    Load how;
    how.waits = false;
    load_pixels<<<1, 64>>>(image_map(in, 4, 4), out, how);
}
__global__ void store_pixels(const __grid_constant__ CUtensorMap image) {
    __shared__ alignas(128) int buffer[64];
    buffer[threadIdx.x] = 1;
    FENCE_FOR_COPIES();
    __syncthreads();
    if (threadIdx.x == 0) {
        STORE_PIXELS(&image, in_shared(buffer)); // fault: im2col_store_beyond_the_image
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}
CASE(im2col_store_beyond_the_image) {
    const Array<int> out(64, 0);
    store_pixels<<<1, 64>>>(image_map(out, 4, 4));
}

// A box that no thread has filled.
__global__ void store_unwritten(const __grid_constant__ CUtensorMap out) {
    __shared__ alignas(128) int buffer[128];
    if (threadIdx.x != 0) return;
    STORE_BOX(&out, 0, 0, in_shared(buffer)); // fault: tensor_store_of_what_was_not_written, fault: tensor_swizzled_store_of_what_was_not_written
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}
CASE(tensor_store_of_what_was_not_written) {
    const Array<int> out(128);
    store_unwritten<<<1, 32>>>(matrix_map(out, 16, 8, 16, 8));
}
CASE(tensor_swizzled_store_of_what_was_not_written) {
    const Array<int> out(128);
    CUtensorMap map;
    const cuuint64_t dims[] = {16, 8}, strides[] = {64};
    const cuuint32_t box[] = {16, 8};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, out, dims, strides, box, CU_TENSOR_MAP_SWIZZLE_64B) == CUDA_SUCCESS);
    store_unwritten<<<1, 32>>>(map);
}

// ---- Maps that a kernel changes ----

__global__ void change(CUtensorMap* map, int* data) {
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(data) : "memory"); // fault: tensor_map_made_of_nothing
}
CASE(tensor_map_made_of_nothing) {
    const Array<int> data(128, 0);
    const Array<CUtensorMap> map(1, 0);
    change<<<1, 1>>>(map, data);
}
__global__ void narrow(const __grid_constant__ CUtensorMap map, CUtensorMap* changed) {
    __shared__ alignas(128) int buffer[128];
    __shared__ std::uint64_t barrier;
    *changed = map;
    asm volatile("tensormap.replace.tile.box_dim.global.b1024.b32 [%0], 0, 3;" ::"l"(changed) : "memory");
    asm volatile("fence.proxy.tensormap::generic.release.gpu; fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(changed) : "memory");
    BARRIER_INIT(&barrier, 1);
    BARRIER_EXPECT(&barrier, 96);
    LOAD_BOX(in_shared(buffer), changed, 0, 0, in_shared(&barrier)); // fault: tensor_map_with_rows_of_12_bytes
    BARRIER_WAIT(&barrier, 0);
}
CASE(tensor_map_with_rows_of_12_bytes) {
    const Array<int> in(128, 0);
    const Array<CUtensorMap> changed(1);
    narrow<<<1, 1>>>(matrix_map(in, 16, 8, 16, 8), changed);
}
// A map in global memory that the kernel moves to its own array. The fences stand behind it, or not.
__global__ void move_map(const __grid_constant__ CUtensorMap map, CUtensorMap* moved, int* data, bool releases, bool acquires) {
    __shared__ alignas(128) int buffer[128];
    __shared__ std::uint64_t barrier;
    *moved = map;
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(moved), "l"(data) : "memory"); // other: tensor_map_without_a_release, other: tensor_map_without_an_acquire
    if (releases) asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
    if (acquires) asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(moved) : "memory");
    BARRIER_INIT(&barrier, 1);
    BARRIER_EXPECT(&barrier, 512);
    LOAD_BOX(in_shared(buffer), moved, 0, 0, in_shared(&barrier)); // fault: tensor_map_without_a_release, fault: tensor_map_without_an_acquire
    BARRIER_WAIT(&barrier, 0);
}
CASE(tensor_map_without_a_release) {
    const Array<int> in(256, 0);
    const Array<CUtensorMap> moved(1);
    move_map<<<1, 1>>>(matrix_map(in, 16, 8, 16, 8), moved, in + 128, false, true);
}
CASE(tensor_map_without_an_acquire) {
    const Array<int> in(256, 0);
    const Array<CUtensorMap> moved(1);
    move_map<<<1, 1>>>(matrix_map(in, 16, 8, 16, 8), moved, in + 128, true, false);
}
// One block changes the map, both use it, and the second has no fence of its own.
__global__ void move_map_for_both(const __grid_constant__ CUtensorMap map, CUtensorMap* moved, int* data, int* flag) {
    __shared__ alignas(128) CUtensorMap own;
    __shared__ alignas(128) int buffer[128];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    if (blockIdx.x == 0) {
        reinterpret_cast<int*>(&own)[me] = reinterpret_cast<const int*>(&map)[me];
        __syncwarp();
        if (me == 0) asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(in_shared(&own)), "l"(data) : "memory");
        __syncwarp();
        asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(moved), "r"(in_shared(&own)) : "memory"); // other: tensor_map_acquired_by_another_block
        if (me == 0) asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(moved) : "memory");
        if (me == 0) asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else if (me == 0) {
        int is_there = 0;
        while (is_there == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(is_there) : "l"(flag) : "memory");
    }
    if (me != 0) return;
    BARRIER_INIT(&barrier, 1);
    BARRIER_EXPECT(&barrier, 512);
    LOAD_BOX(in_shared(buffer), moved, 0, 0, in_shared(&barrier)); // fault: tensor_map_acquired_by_another_block
    BARRIER_WAIT(&barrier, 0);
}
CASE(tensor_map_acquired_by_another_block) {
    const Array<int> in(256, 0), flag(1, 0);
    const Array<CUtensorMap> moved(1);
    move_map_for_both<<<2, 32>>>(matrix_map(in, 16, 8, 16, 8), moved, in + 128, flag);
}

// ---- Surfaces ----

__global__ void add(cudaSurfaceObject_t surface, int x) {
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], 1;" ::"l"(surface), "r"(x), "r"(1) : "memory"); // fault: surface_sum_beside_the_surface, fault: surface_sum_between_two_words
}
CASE(surface_sum_beside_the_surface) {
    const Surface surface(4, 2);
    add<<<1, 1>>>(surface.object(), 16);
}
CASE(surface_sum_between_two_words) {
    const Surface surface(4, 2);
    add<<<1, 1>>>(surface.object(), 6);
}

} // namespace
} // namespace sparse_tensors
