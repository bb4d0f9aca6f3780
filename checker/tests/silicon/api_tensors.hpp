// What the questions about tensor maps and about bulk copies share: maps, memory, barriers.
#pragma once

#include "api_tell.hpp"

#include <cstdint>
#include <cstring>
#include <cuda.h>
#include <vector>

using Byte = unsigned char;

using Encode = decltype(&cuTensorMapEncodeTiled);

inline Encode encode_function() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                     &result);
    return reinterpret_cast<Encode>(function);
}

constexpr auto u8 = CU_TENSOR_MAP_DATA_TYPE_UINT8;
constexpr auto u16 = CU_TENSOR_MAP_DATA_TYPE_UINT16;
constexpr auto u32 = CU_TENSOR_MAP_DATA_TYPE_UINT32;
constexpr auto s32 = CU_TENSOR_MAP_DATA_TYPE_INT32;
constexpr auto u64 = CU_TENSOR_MAP_DATA_TYPE_UINT64;
constexpr auto s64 = CU_TENSOR_MAP_DATA_TYPE_INT64;
constexpr auto f16 = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
constexpr auto f32 = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
constexpr auto f64 = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
constexpr auto bf16 = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
constexpr auto f32_ftz = CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ;
constexpr auto tf32 = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
constexpr auto tf32_ftz = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;

// The arguments of cuTensorMapEncodeTiled.
struct Tensor {
    CUtensorMapDataType type = f32;
    cuuint32_t rank = 2;
    void* address = nullptr;
    cuuint64_t dims[5] = {16, 8, 4, 4, 4};
    cuuint64_t strides[4] = {64, 512, 2048, 8192};
    cuuint32_t box[5] = {8, 4, 2, 2, 2};
    cuuint32_t steps[5] = {1, 1, 1, 1, 1};
    CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

inline CUresult encode(CUtensorMap* map, const Tensor& t) {
    static const auto function = encode_function();
    return function(map, t.type, t.rank, t.address, t.dims, t.strides, t.box, t.steps, t.interleave,
                    t.swizzle, t.promotion, t.fill);
}

struct Memory {
    explicit Memory(std::size_t count) : bytes(count) { cudaMalloc(&data, count); }
    ~Memory() { cudaFree(data); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    void put(const std::vector<Byte>& from) {
        cudaMemcpy(data, from.data(), from.size(), cudaMemcpyHostToDevice);
    }
    std::vector<Byte> get() const {
        std::vector<Byte> to(bytes);
        cudaMemcpy(to.data(), data, bytes, cudaMemcpyDeviceToHost);
        return to;
    }
    Byte* data = nullptr;
    std::size_t bytes;
};

inline std::uint32_t hash_of(const std::vector<Byte>& bytes) {
    std::uint32_t hash = 2166136261u;
    for (const Byte byte : bytes) hash = (hash ^ byte) * 16777619u;
    return hash;
}

// Words of 16 bits that say where they are: none is 0 or 0xeeee.
inline std::vector<Byte> numbered(std::size_t bytes) {
    std::vector<Byte> all(bytes);
    for (std::size_t i = 0; i < bytes / 2; ++i) {
        const auto word = static_cast<std::uint16_t>(i % 60000 + 1);
        std::memcpy(&all[2 * i], &word, 2);
    }
    return all;
}

// The first word of each 16 bytes, and the hash of all.
inline void print_words(const std::vector<Byte>& bytes) {
    std::printf(" %08x:", hash_of(bytes));
    std::size_t end = bytes.size();
    while (end >= 16 && bytes[end - 1] == 0xee && bytes[end - 16] == 0xee) end -= 16;
    for (std::size_t i = 0; i < end; i += 16) {
        std::uint16_t word = 0;
        std::memcpy(&word, &bytes[i], 2);
        if (word == 0xeeee)
            std::printf(" -");
        else
            std::printf(" %d", word);
    }
    std::printf("\n");
}

inline std::vector<Byte> mixed(std::size_t count) {
    std::vector<Byte> bytes(count);
    std::uint32_t state = 12345;
    for (Byte& byte : bytes)
        byte = static_cast<Byte>((state = state * 1664525u + 1013904223u) >> 24);
    return bytes;
}

__device__ inline unsigned in_shared(const void* object) {
    return static_cast<unsigned>(__cvta_generic_to_shared(object));
}

__device__ inline void initialise(std::uint64_t* barrier, unsigned count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared(barrier)), "r"(count));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void expect(std::uint64_t* barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(in_shared(barrier)),
                 "r"(bytes)
                 : "memory");
}
// Looks for the phase to complete, but not for ever.
__device__ inline int wait_a_while(std::uint64_t* barrier) {
    for (int i = 0; i < 2000; ++i) {
        int passed = 0;
        asm volatile(
            "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.b32 %0, "
            "1, 0, p; }"
            : "=r"(passed)
            : "r"(in_shared(barrier))
            : "memory");
        if (passed != 0) return 1;
        __nanosleep(1000);
    }
    return 0;
}
