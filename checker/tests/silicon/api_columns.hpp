// Columns of pixels that kernels of the silicon programs copy by im2col tensor maps: maps, loads,
// stores, and how they are told.
#pragma once
#include "api_tensors.hpp"

#include <initializer_list>

using EncodeIm2col = decltype(&cuTensorMapEncodeIm2col);

// The arguments of cuTensorMapEncodeIm2col. The image: two of 4 * 6 pixels of 16 channels.
struct Image {
    CUtensorMapDataType type = u16;
    cuuint32_t rank = 4;
    void* address = nullptr;
    cuuint64_t dims[5] = {16, 6, 4, 2, 2};
    cuuint64_t strides[4] = {32, 192, 768, 1536};
    int lower[3] = {0, 0, 0}, upper[3] = {0, 0, 0};
    cuuint32_t channels = 8, pixels = 8;
    cuuint32_t steps[5] = {1, 1, 1, 1, 1};
    CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

inline CUresult encode(CUtensorMap* map, const Image& i) {
    static const auto function = [] {
        void* found = nullptr;
        cudaDriverEntryPointQueryResult result{};
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &found, 12000,
                                         cudaEnableDefault, &result);
        return reinterpret_cast<EncodeIm2col>(found);
    }();
    return function(map, i.type, i.rank, i.address, i.dims, i.strides, i.lower, i.upper, i.channels,
                    i.pixels, i.steps, i.interleave, i.swizzle, i.promotion, i.fill);
}

// ---- Columns ----

struct Place {
    int c[5];
    int offset[3];
};

#define LOAD "cp.async.bulk.tensor."
#define TO_SHARED ".shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
__device__ inline void load_column(int rank, unsigned to, const CUtensorMap* map, Place p,
                                   unsigned barrier) {
    const auto m = reinterpret_cast<std::uint64_t>(map);
    const auto w = static_cast<unsigned short>(p.offset[0]);
    const auto h = static_cast<unsigned short>(p.offset[1]);
    const auto d = static_cast<unsigned short>(p.offset[2]);
    if (rank == 3)
        asm volatile(LOAD "3d" TO_SHARED " [%0], [%1, {%3, %4, %5}], [%2], {%6};" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "h"(w)
                     : "memory");
    else if (rank == 4)
        asm volatile(LOAD "4d" TO_SHARED " [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"(to),
                     "l"(m), "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]),
                     "h"(w), "h"(h)
                     : "memory");
    else
        asm volatile(LOAD "5d" TO_SHARED
                          " [%0], [%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};" ::"r"(to),
                     "l"(m), "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]),
                     "r"(p.c[4]), "h"(w), "h"(h), "h"(d)
                     : "memory");
}

constexpr int room = 8192;

__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Place place, unsigned bytes,
                     Byte* out, int* passed) {
    extern __shared__ __align__(1024) Byte shared[];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    for (int i = me; i < room; i += 128) shared[i] = 0xee;
    if (me == 0) initialise(&barrier, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me == 0) {
        expect(&barrier, bytes);
        load_column(rank, in_shared(shared), &map, place, in_shared(&barrier));
    }
    const int has_passed = wait_a_while(&barrier);
    if (me == 0) *passed = has_passed;
    for (int i = me; i < room; i += 128) out[i] = shared[i];
}

inline unsigned width_of(CUtensorMapDataType type) {
    static const unsigned sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return sizes[type];
}

// `copied`: bytes that the barrier waits for, if not those of all channels.
inline void tell_column(const char* question, Image image, Place place, unsigned copied = 0) {
    constexpr std::size_t bytes = 1 << 17;
    Memory memory(bytes), out(room), passed(4);
    memory.put(numbered(bytes));
    image.address = memory.data;
    alignas(64) CUtensorMap map;
    const CUresult made = encode(&map, image);
    std::printf("%s, at %d %d %d %d %d, offsets %d %d %d:", question, place.c[0], place.c[1],
                place.c[2], place.c[3], place.c[4], place.offset[0], place.offset[1],
                place.offset[2]);
    if (made != CUDA_SUCCESS) {
        std::printf(" no map, %d\n", static_cast<int>(made));
        return;
    }
    cudaMemset(passed.data, 0, 4);
    load<<<1, 128, room>>>(map, static_cast<int>(image.rank), place,
                           copied != 0 ? copied
                                       : image.channels * image.pixels * width_of(image.type),
                           out.data, reinterpret_cast<int*>(passed.data));
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::printf(" %s\n", cudaGetErrorName(error));
        return;
    }
    std::printf(passed.get()[0] != 0 ? "" : " not complete");
    print_words(out.get());
}

// ---- From shared memory ----

#define STORE(form, rank, coordinates)                                                             \
    form rank ".global.shared::cta" FORM_END ".im2col_no_offs.bulk_group [%0, {" coordinates       \
              "}], [%1];"
__device__ inline void finish() {
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}
#define FORM_END ""
__global__ void store(const __grid_constant__ CUtensorMap map, int rank, Place p) {
    extern __shared__ __align__(1024) Byte shared[];
    const int me = static_cast<int>(threadIdx.x);
    for (int i = me; i < room; i += 128) shared[i] = static_cast<Byte>(i * 37 + i / 256 * 11);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me != 0) return;
    const auto m = reinterpret_cast<std::uint64_t>(&map);
    const unsigned from = in_shared(shared);
    if (rank == 3)
        asm volatile(STORE(LOAD, "3d", "%2, %3, %4")::"l"(m), "r"(from), "r"(p.c[0]), "r"(p.c[1]),
                     "r"(p.c[2])
                     : "memory");
    else if (rank == 4)
        asm volatile(STORE(LOAD, "4d", "%2, %3, %4, %5")::"l"(m), "r"(from), "r"(p.c[0]),
                     "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3])
                     : "memory");
    else
        asm volatile(STORE(LOAD, "5d", "%2, %3, %4, %5, %6")::"l"(m), "r"(from), "r"(p.c[0]),
                     "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]), "r"(p.c[4])
                     : "memory");
    finish();
}
#undef FORM_END
#define FORM_END ".add"
__global__ void reduce(const __grid_constant__ CUtensorMap map, int, Place p) {
    extern __shared__ __align__(1024) Byte shared[];
    const int me = static_cast<int>(threadIdx.x);
    for (int i = me; i < room; i += 128) shared[i] = static_cast<Byte>(i * 37 + i / 256 * 11);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me != 0) return;
    asm volatile(STORE("cp.reduce.async.bulk.tensor.", "4d",
                       "%2, %3, %4, %5")::"l"(reinterpret_cast<std::uint64_t>(&map)),
                 "r"(in_shared(shared)), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3])
                 : "memory");
    finish();
}

inline void tell_stored(const char* question, Image image, Place place, bool adds = false) {
    constexpr std::size_t bytes = 1 << 14;
    Memory memory(bytes);
    memory.put(std::vector<Byte>(bytes, 0xee));
    image.address = memory.data;
    alignas(64) CUtensorMap map;
    const CUresult made = encode(&map, image);
    std::printf("%s, at %d %d %d %d %d:", question, place.c[0], place.c[1], place.c[2], place.c[3],
                place.c[4]);
    if (made != CUDA_SUCCESS) {
        std::printf(" no map, %d\n", static_cast<int>(made));
        return;
    }
    if (adds)
        reduce<<<1, 128, room>>>(map, static_cast<int>(image.rank), place);
    else
        store<<<1, 128, room>>>(map, static_cast<int>(image.rank), place);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        std::printf(" %s\n", cudaGetErrorName(error));
    else
        print_words(memory.get());
}
