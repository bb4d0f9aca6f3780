// What a GPU does with tensor maps and bulk copies: which maps the driver makes, which bytes a box
// brings to which place in shared memory, what is filled in out of bounds, what reductions leave,
// and what goes to other blocks of a cluster. The answers of a real GPU are in api_tensors.txt; the
// virtual GPU must give the same.
#include "api_tell.hpp"

#include <cstdint>
#include <cuda.h>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

using Byte = unsigned char;

using Encode = decltype(&cuTensorMapEncodeTiled);

Encode encode_function() {
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

CUresult encode(CUtensorMap* map, const Tensor& t) {
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

std::uint32_t hash_of(const std::vector<Byte>& bytes) {
    std::uint32_t hash = 2166136261u;
    for (const Byte byte : bytes) hash = (hash ^ byte) * 16777619u;
    return hash;
}

std::vector<Byte> mixed(std::size_t count) {
    std::vector<Byte> bytes(count);
    std::uint32_t state = 12345;
    for (Byte& byte : bytes)
        byte = static_cast<Byte>((state = state * 1664525u + 1013904223u) >> 24);
    return bytes;
}

// ---- Which maps there are ----

void tell_map(const char* question, const Tensor& t, std::size_t offset = 0, bool is_null = false) {
    alignas(64) static unsigned char room[192];
    auto* map = reinterpret_cast<CUtensorMap*>(room + offset);
    std::printf("%-58s %d\n", question, static_cast<int>(encode(is_null ? nullptr : map, t)));
}

template <class Change>
void tell_changed(const char* question, void* address, const Change& change) {
    Tensor t;
    t.address = address;
    change(t);
    tell_map(question, t);
}

void ask_maps() {
    Memory memory(1 << 20);
    void* const at = memory.data;
    Tensor usual;
    usual.address = at;
    tell_map("usual", usual);
    tell_map("map at 32", usual, 32);
    tell_map("map null", usual, 0, true);
#define ASK(...) tell_changed(#__VA_ARGS__, at, [&](Tensor& t) { __VA_ARGS__; })
    ASK(t.address = nullptr);
    ASK(t.address = memory.data + 8);
    ASK(t.address = memory.data + 16);
    ASK(t.rank = 0);
    ASK(t.rank = 1);
    ASK(t.rank = 5);
    ASK(t.rank = 6);
    for (int type = 0; type <= 16; ++type) {
        std::printf("type %2d: ", type);
        ASK(t.type = static_cast<CUtensorMapDataType>(type); t.box[0] = 16);
    }
    ASK(t.dims[0] = 0);
    ASK(t.dims[1] = 0);
    ASK(t.dims[1] = 1ull << 32);
    ASK(t.dims[1] = (1ull << 32) + 1);
    ASK(t.dims[0] = 1ull << 32);
    ASK(t.dims[0] = 17);
    ASK(t.strides[0] = 0);
    ASK(t.strides[0] = 16);
    ASK(t.strides[0] = 8);
    ASK(t.strides[0] = 72);
    ASK(t.strides[0] = (1ull << 40) - 16);
    ASK(t.strides[0] = 1ull << 40);
    ASK(t.rank = 3; t.strides[1] = 16);
    ASK(t.rank = 3; t.strides[1] = 0);
    ASK(t.box[0] = 0);
    ASK(t.box[1] = 0);
    ASK(t.box[0] = 256; t.dims[0] = 256; t.strides[0] = 1024);
    ASK(t.box[0] = 260; t.dims[0] = 260; t.strides[0] = 1040);
    ASK(t.box[1] = 256);
    ASK(t.box[1] = 257);
    ASK(t.box[0] = 6);
    ASK(t.box[0] = 4);
    ASK(t.rank = 1; t.box[0] = 2);
    ASK(t.box[0] = 256; t.box[1] = 256);
    ASK(t.rank = 3; t.box[0] = 256; t.box[1] = 256; t.box[2] = 4);
    ASK(t.steps[0] = 0);
    ASK(t.steps[0] = 2);
    ASK(t.steps[0] = 9);
    ASK(t.steps[1] = 0);
    ASK(t.steps[1] = 8);
    ASK(t.steps[1] = 9);
    for (int swizzle = 0; swizzle <= 7; ++swizzle)
        for (int box : {4, 8, 12, 16, 32, 36}) {
            std::printf("swizzle %d, box %2d: ", swizzle, box);
            ASK(t.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
                t.box[0] = static_cast<cuuint32_t>(box));
        }
    ASK(t.interleave = CU_TENSOR_MAP_INTERLEAVE_16B);
    ASK(t.promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
    ASK(t.promotion = static_cast<CUtensorMapL2promotion>(4));
    ASK(t.fill = static_cast<CUtensorMapFloatOOBfill>(2));
    for (int type = 0; type <= 12; ++type) {
        std::printf("NaN, type %2d: ", type);
        ASK(t.type = static_cast<CUtensorMapDataType>(type); t.box[0] = 16;
            t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    }
#undef ASK
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
    for (const unsigned version : {11000u, 12000u, 13000u}) {
        tell("entry point, by version",
             cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, version,
                                              cudaEnableDefault, &result));
        std::printf("version %u: %d, %s\n", version, static_cast<int>(result),
                    function != nullptr ? "there" : "null");
    }
}

// ---- What a box brings ----

__device__ unsigned in_shared(const void* object) {
    return static_cast<unsigned>(__cvta_generic_to_shared(object));
}

__device__ void initialise(std::uint64_t* barrier, unsigned count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared(barrier)), "r"(count));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ void expect(std::uint64_t* barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(in_shared(barrier)),
                 "r"(bytes)
                 : "memory");
}
// Looks for the phase to complete, but not for ever.
__device__ int wait_a_while(std::uint64_t* barrier) {
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

struct Place {
    int c[5];
};

#define LOAD "cp.async.bulk.tensor."
#define TO_SHARED ".shared::cluster.global.mbarrier::complete_tx::bytes"
__device__ void load_box(int rank, unsigned to, const CUtensorMap* map, Place p, unsigned barrier) {
    const auto m = reinterpret_cast<std::uint64_t>(map);
    if (rank == 1)
        asm volatile(LOAD "1d" TO_SHARED " [%0], [%1, {%3}], [%2];" ::"r"(to), "l"(m), "r"(barrier),
                     "r"(p.c[0])
                     : "memory");
    else if (rank == 2)
        asm volatile(LOAD "2d" TO_SHARED " [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1])
                     : "memory");
    else if (rank == 3)
        asm volatile(LOAD "3d" TO_SHARED " [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2])
                     : "memory");
    else if (rank == 4)
        asm volatile(LOAD "4d" TO_SHARED " [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3])
                     : "memory");
    else
        asm volatile(LOAD "5d" TO_SHARED " [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(to),
                     "l"(m), "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]),
                     "r"(p.c[4])
                     : "memory");
}

constexpr int room = 16384;

// Shared memory is filled with 0xee first.
__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Place place, unsigned bytes,
                     int offset, Byte* out, int* passed) {
    extern __shared__ __align__(1024) Byte shared[];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    for (int i = me; i < room; i += 128) shared[i] = 0xee;
    if (me == 0) initialise(&barrier, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me == 0) {
        expect(&barrier, bytes);
        load_box(rank, in_shared(shared + offset), &map, place, in_shared(&barrier));
    }
    const int has_passed = wait_a_while(&barrier);
    if (me == 0) *passed = has_passed;
    if (has_passed != 0)
        for (int i = me; i < room; i += 128) out[i] = shared[i];
}

// The bytes, or nothing if so many did not complete the phase.
std::vector<Byte> loaded(const Tensor& t, Place place, unsigned bytes, int offset = 0) {
    alignas(64) CUtensorMap map;
    if (encode(&map, t) != CUDA_SUCCESS) return {};
    Memory out(room), passed(4);
    cudaMemset(passed.data, 0, 4);
    load<<<1, 128, room>>>(map, static_cast<int>(t.rank), place, bytes, offset, out.data,
                           reinterpret_cast<int*>(passed.data));
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::printf("(%s) ", cudaGetErrorName(error));
        return {};
    }
    return passed.get()[0] != 0 ? out.get() : std::vector<Byte>{};
}

unsigned bytes_of(const Tensor& t) {
    static const unsigned sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    unsigned bytes = sizes[t.type] * t.box[0];
    for (unsigned i = 1; i < t.rank; ++i) bytes *= (t.box[i] + t.steps[i] - 1) / t.steps[i];
    return bytes;
}

void tell_box(const char* question, const Tensor& t, Place place, int offset = 0) {
    const std::vector<Byte> bytes = loaded(t, place, bytes_of(t), offset);
    std::printf("%-40s at %d %d %d %d %d: %s %08x\n", question, place.c[0], place.c[1], place.c[2],
                place.c[3], place.c[4], bytes.empty() ? "no" : "yes", hash_of(bytes));
}

void ask_boxes() {
    Memory memory(1 << 20);
    memory.put(mixed(1 << 20));
    const auto tensor = [&](CUtensorMapDataType type, cuuint32_t rank) {
        Tensor t;
        t.type = type;
        t.rank = rank;
        t.address = memory.data + 4096;
        return t;
    };
    for (const auto type : {u8, u16, u32, s32, u64, s64, f64}) {
        Tensor t = tensor(type, 1);
        t.dims[0] = 100;
        t.box[0] = 32;
        std::printf("type %d: ", static_cast<int>(type));
        for (const int c : {0, 16, -16, 80, 112, 208, -32, -48, 2147483632, -2147483632})
            tell_box("one dimension", t, {{c}});
    }
    Tensor two = tensor(f32, 2);
    two.dims[0] = 10;
    two.dims[1] = 6;
    two.strides[0] = 48;
    for (const Place p : {Place{{0, 0}},
                          {{-4, 2}},
                          {{8, 5}},
                          {{4, -2}},
                          {{-100, 0}},
                          {{0, 6}},
                          {{0, -4}},
                          {{4, 1}},
                          {{0, 2147483647}}})
        tell_box("two dimensions", two, p);
    two.strides[0] = 16;
    tell_box("rows that overlap", two, {{0, 0}});
    tell_box("rows that overlap", two, {{4, -1}});
    Tensor three = tensor(u16, 3);
    three.dims[0] = 24;
    three.dims[1] = 5;
    three.strides[0] = 48;
    three.strides[1] = 240;
    three.box[1] = 3;
    for (const Place p : {Place{{0, 0, 0}}, {{16, 3, 3}}, {{-8, -1, -1}}, {{8, 1, 1}}, {{0, 0, 4}}})
        tell_box("three dimensions", three, p);
    for (cuuint32_t rank = 4; rank <= 5; ++rank) {
        Tensor t = tensor(u8, rank);
        t.box[0] = 16;
        for (const Place p : {Place{{0, 0, 0, 0, 0}}, {{4, 6, 3, -1, 3}}, {{-7, -1, 1, 3, -1}}})
            tell_box(rank == 4 ? "four dimensions" : "five dimensions", t, p);
    }
    Tensor steps = tensor(f32, 3);
    steps.box[1] = 5;
    steps.box[2] = 4;
    for (const cuuint32_t first : {1u, 3u})
        for (const cuuint32_t second : {2u, 3u, 8u})
            for (const cuuint32_t third : {1u, 3u}) {
                steps.steps[0] = first;
                steps.steps[1] = second;
                steps.steps[2] = third;
                std::printf("steps %u %u %u: ", first, second, third);
                tell_box("", steps, {{0, 0, 0}});
                tell_box("", steps, {{4, 5, -1}});
                tell_box("", steps, {{-4, -1, 1}});
            }
}

// A box of one dimension, of 100 elements of a byte.
void tell_first_box(int c) {
    Memory memory(1 << 20);
    memory.put(mixed(1 << 20));
    Tensor t;
    t.type = u8;
    t.rank = 1;
    t.address = memory.data + 4096;
    t.dims[0] = 100;
    t.box[0] = 32;
    tell_box("one dimension", t, {{c}});
}
void ask_box() {
    std::printf("type 0: ");
    tell_first_box(0);
}
// In one dimension a box that does not begin at a multiple of 16 bytes ends the context, in loads and
// in stores.
void ask_unaligned_load() { tell_first_box(5); }

// ---- Swizzles: which 16 bytes of the box are where ----

void ask_swizzles() {
    Memory memory(1 << 20);
    std::vector<Byte> numbered(1 << 20);
    for (std::size_t i = 0; i < numbered.size(); i += 16) numbered[i] = static_cast<Byte>(i / 16);
    memory.put(numbered);
    for (int swizzle = 0; swizzle <= 3; ++swizzle)
        for (const cuuint32_t row : {16u, 32u, 48u, 64u, 96u, 128u})
            for (const int offset : {0, 128, 384, 512}) {
                Tensor t;
                t.type = u8;
                t.address = memory.data;
                t.dims[0] = row;
                t.dims[1] = 20;
                t.strides[0] = row;
                t.box[0] = row;
                t.box[1] = 10;
                t.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
                CUtensorMap map;
                if (encode(&map, t) != CUDA_SUCCESS) continue;
                const std::vector<Byte> bytes = loaded(t, {{0, 0}}, bytes_of(t), offset);
                std::printf("swizzle %d, rows of %u bytes, from %d:", swizzle, row, offset);
                if (bytes.empty()) std::printf(" not complete");
                for (std::size_t i = 0; i < bytes.size() && i < 2048; i += 16)
                    if (bytes[i] != 0xee) std::printf(" %d:%d", static_cast<int>(i / 16), bytes[i]);
                std::printf("\n");
            }
}

// ---- What stands in the place of elements ----

void tell_fill(CUtensorMapDataType type, int c) {
    Memory memory(4096);
    memory.put(std::vector<Byte>(4096, 0x11));
    Tensor t;
    t.type = type;
    t.rank = 1;
    t.address = memory.data;
    t.dims[0] = 8;
    t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    const std::vector<Byte> bytes = loaded(t, {{c}}, bytes_of(t));
    std::printf("NaN of type %d:", static_cast<int>(type));
    for (std::size_t i = 0; i < bytes.size() && i < 16; ++i) std::printf(" %02x", bytes[i]);
    std::printf("\n");
}
void ask_unaligned_fill() { tell_fill(f16, -1); }

void ask_fills() {
    for (const auto type : {f16, f32, f64, bf16, f32_ftz, tf32, tf32_ftz}) tell_fill(type, -8);
    Memory memory(4096);
    const std::uint32_t values[16] = {0x00000001, 0x80000001, 0x007fffff, 0x807fffff,
                                      0x00800000, 0x3f800fff, 0x3f801000, 0x3f801001,
                                      0x3f803000, 0xbf801fff, 0x7f800000, 0xff800000,
                                      0x7f800001, 0x7fc00123, 0x7fffffff, 0x7f7fffff};
    cudaMemcpy(memory.data, values, sizeof values, cudaMemcpyHostToDevice);
    for (const auto type : {f32, f32_ftz, tf32, tf32_ftz}) {
        Tensor t;
        t.type = type;
        t.rank = 1;
        t.address = memory.data;
        t.dims[0] = t.box[0] = 16;
        const std::vector<Byte> bytes = loaded(t, {{0}}, bytes_of(t));
        std::printf("values of type %d:", static_cast<int>(type));
        for (std::size_t i = 0; i + 4 <= bytes.size() && i < 64; i += 4) {
            std::uint32_t value = 0;
            std::memcpy(&value, &bytes[i], 4);
            std::printf(" %08x", value);
        }
        std::printf("\n");
    }
}

// ---- To global memory ----

__global__ void store(const __grid_constant__ CUtensorMap map, int rank, Place p, int bytes) {
    extern __shared__ __align__(1024) Byte shared[];
    const int me = static_cast<int>(threadIdx.x);
    for (int i = me; i < bytes; i += 128) shared[i] = static_cast<Byte>(i * 37 + i / 256 * 11);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me != 0) return;
    const auto m = reinterpret_cast<std::uint64_t>(&map);
    const unsigned from = in_shared(shared);
#define STORE(dim, coordinates)                                                                    \
    "cp.async.bulk.tensor." dim ".global.shared::cta.bulk_group [%0, {" coordinates "}], [%1];"
    if (rank == 1)
        asm volatile(STORE("1d", "%2")::"l"(m), "r"(from), "r"(p.c[0]) : "memory");
    else if (rank == 2)
        asm volatile(STORE("2d", "%2, %3")::"l"(m), "r"(from), "r"(p.c[0]), "r"(p.c[1]) : "memory");
    else if (rank == 3)
        asm volatile(STORE("3d", "%2, %3, %4")::"l"(m), "r"(from), "r"(p.c[0]), "r"(p.c[1]),
                     "r"(p.c[2])
                     : "memory");
    else if (rank == 4)
        asm volatile(STORE("4d", "%2, %3, %4, %5")::"l"(m), "r"(from), "r"(p.c[0]), "r"(p.c[1]),
                     "r"(p.c[2]), "r"(p.c[3])
                     : "memory");
    else
        asm volatile(STORE("5d", "%2, %3, %4, %5, %6")::"l"(m), "r"(from), "r"(p.c[0]), "r"(p.c[1]),
                     "r"(p.c[2]), "r"(p.c[3]), "r"(p.c[4])
                     : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

void tell_store(const char* question, Tensor t, Place p) {
    Memory memory(1 << 16);
    memory.put(std::vector<Byte>(1 << 16, 0xee));
    t.address = memory.data + 4096;
    alignas(64) CUtensorMap map;
    if (encode(&map, t) != CUDA_SUCCESS) return;
    store<<<1, 128, room>>>(map, static_cast<int>(t.rank), p, room);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%-40s at %d %d %d %d %d: %s %08x\n", question, p.c[0], p.c[1], p.c[2], p.c[3],
                p.c[4], cudaGetErrorName(error), hash_of(memory.get()));
}

void ask_line_store() {
    Tensor t;
    t.rank = 1;
    std::printf("1 dimensions: ");
    tell_store("store", t, {{0, 0, 0, 0, 0}});
    tell_store("store", t, {{12, 6, 3, -1, 3}});
}
void ask_unaligned_store() {
    Tensor t;
    t.rank = 1;
    tell_store("store", t, {{-7, -1, 1, 3, -1}});
}
void ask_stores() {
    for (cuuint32_t rank = 1; rank <= 5; ++rank) {
        Tensor t;
        t.rank = rank;
        std::printf("%u dimensions: ", rank);
        for (const Place p : {Place{{0, 0, 0, 0, 0}},
                              {{12, 6, 3, -1, 3}},
                              {{-4, -1, 1, 3, -1}},
                              {{16, 0, 0, 0, 0}}})
            tell_store("store", t, p);
    }
    for (int swizzle = 1; swizzle <= 3; ++swizzle)
        for (const cuuint32_t row : {16u, 32u, 64u, 128u}) {
            Tensor t;
            t.type = u8;
            t.dims[0] = 128;
            t.strides[0] = 128;
            t.box[0] = row;
            t.box[1] = 8;
            t.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
            std::printf("swizzle %d, rows of %u: ", swizzle, row);
            tell_store("store", t, {{16, -1}});
        }
    Tensor steps;
    steps.rank = 3;
    steps.steps[1] = 2;
    steps.steps[2] = 2;
    tell_store("store with steps", steps, {{4, 1, 1}});
    Tensor flushed;
    flushed.type = f32_ftz;
    tell_store("store of f32_ftz", flushed, {{0, 0}});
    flushed.type = tf32;
    tell_store("store of tf32", flushed, {{0, 0}});
}

// ---- Reductions ----

constexpr int count = 256; // bytes

#define WAIT_FOR_GROUP "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; "
#define LINEAR(name, operation)                                                                    \
    __global__ void linear_##name(Byte* to, const Byte* from) {                                    \
        __shared__ __align__(128) Byte shared[count];                                              \
        for (int i = static_cast<int>(threadIdx.x); i < count; i += 32) shared[i] = from[i];       \
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                               \
        __syncthreads();                                                                           \
        if (threadIdx.x == 0)                                                                      \
            asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." operation           \
                         " [%0], [%1], 256; " WAIT_FOR_GROUP ::"l"(to),                            \
                         "r"(in_shared(shared))                                                    \
                         : "memory");                                                              \
    }
LINEAR(add_u32, "add.u32")
LINEAR(add_s32, "add.s32")
LINEAR(add_u64, "add.u64")
LINEAR(add_f16, "add.noftz.f16")
LINEAR(add_bf16, "add.noftz.bf16")
LINEAR(add_f32, "add.f32")
LINEAR(add_f64, "add.f64")
LINEAR(min_u32, "min.u32")
LINEAR(min_s32, "min.s32")
LINEAR(min_u64, "min.u64")
LINEAR(min_s64, "min.s64")
LINEAR(min_f16, "min.f16")
LINEAR(min_bf16, "min.bf16")
LINEAR(max_u32, "max.u32")
LINEAR(max_s32, "max.s32")
LINEAR(max_u64, "max.u64")
LINEAR(max_s64, "max.s64")
LINEAR(max_f16, "max.f16")
LINEAR(max_bf16, "max.bf16")
LINEAR(inc_u32, "inc.u32")
LINEAR(dec_u32, "dec.u32")
LINEAR(and_b32, "and.b32")
LINEAR(or_b32, "or.b32")
LINEAR(xor_b32, "xor.b32")
LINEAR(and_b64, "and.b64")
LINEAR(or_b64, "or.b64")
LINEAR(xor_b64, "xor.b64")
#undef LINEAR

#define TENSOR(name)                                                                               \
    __global__ void tensor_##name(const __grid_constant__ CUtensorMap map, const Byte* from) {     \
        __shared__ __align__(128) Byte shared[count];                                              \
        for (int i = static_cast<int>(threadIdx.x); i < count; i += 32) shared[i] = from[i];       \
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                               \
        __syncthreads();                                                                           \
        if (threadIdx.x == 0)                                                                      \
            asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta." #name                \
                         ".bulk_group [%0, {%2}], [%1]; " WAIT_FOR_GROUP ::"l"(&map),              \
                         "r"(in_shared(shared)), "r"(0)                                            \
                         : "memory");                                                              \
    }
TENSOR(add)
TENSOR(min)
TENSOR(max)
TENSOR(inc)
TENSOR(dec)
TENSOR(and)
TENSOR(or)
TENSOR(xor)
#undef TENSOR

// Pairs of what is there and what comes: mixed bits, and the edges of the type's floats.
void make_pairs(int width, std::vector<Byte>& old, std::vector<Byte>& value) {
    old = mixed(count);
    value = mixed(2 * count);
    value.erase(value.begin(), value.begin() + count);
    const auto put = [&](std::initializer_list<std::uint64_t> edges) {
        std::size_t at = 0;
        for (const std::uint64_t a : edges)
            for (const std::uint64_t b : edges) {
                if (at + static_cast<std::size_t>(width) > count) return;
                std::memcpy(&old[at], &a, static_cast<std::size_t>(width));
                std::memcpy(&value[at], &b, static_cast<std::size_t>(width));
                at += static_cast<std::size_t>(width);
            }
    };
    if (width == 2) put({0x0001, 0x8000, 0x0000, 0x3c01, 0x3f81, 0x7c00, 0x7e01, 0x7fc1, 0xfbff});
    if (width == 4) put({0x00000001, 0x80000000, 0x00000000, 0x807fffff, 0x7f800000, 0x7fc00123});
    if (width == 8) put({1, 0x8000000000000000u, 0x7ff0000000000000u, 0x7ff8000000000123u});
}

void print(const std::vector<Byte>& bytes, int width) {
    std::printf(" %08x:", hash_of(bytes));
    for (int at = 0; at < 16 * width && at < count; at += width) {
        std::uint64_t value = 0;
        std::memcpy(&value, &bytes[static_cast<std::size_t>(at)], static_cast<std::size_t>(width));
        std::printf(" %llx", static_cast<unsigned long long>(value));
    }
    std::printf("\n");
}

void tell_linear(const char* name, void (*kernel)(Byte*, const Byte*), int width) {
    std::vector<Byte> old, value;
    make_pairs(width, old, value);
    Memory to(count), from(count);
    to.put(old);
    from.put(value);
    kernel<<<1, 32>>>(to.data, from.data);
    std::printf("%-10s %s", name, cudaGetErrorName(cudaDeviceSynchronize()));
    print(to.get(), width);
}

void ask_reductions() {
#define ASK(name, width) tell_linear(#name, linear_##name, width)
    ASK(add_u32, 4);
    ASK(add_s32, 4);
    ASK(add_u64, 8);
    ASK(add_f16, 2);
    ASK(add_bf16, 2);
    ASK(add_f32, 4);
    ASK(add_f64, 8);
    ASK(min_u32, 4);
    ASK(min_s32, 4);
    ASK(min_u64, 8);
    ASK(min_s64, 8);
    ASK(min_f16, 2);
    ASK(min_bf16, 2);
    ASK(max_u32, 4);
    ASK(max_s32, 4);
    ASK(max_u64, 8);
    ASK(max_s64, 8);
    ASK(max_f16, 2);
    ASK(max_bf16, 2);
    ASK(inc_u32, 4);
    ASK(dec_u32, 4);
    ASK(and_b32, 4);
    ASK(or_b32, 4);
    ASK(xor_b32, 4);
    ASK(and_b64, 8);
    ASK(or_b64, 8);
    ASK(xor_b64, 8);
#undef ASK
}

void tell_tensor(const char* name, void (*kernel)(CUtensorMap, const Byte*),
                 CUtensorMapDataType type) {
    static const int sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    const int width = sizes[type];
    std::vector<Byte> old, value;
    make_pairs(width, old, value);
    Memory to(count), from(count);
    to.put(old);
    from.put(value);
    Tensor t;
    t.type = type;
    t.rank = 1;
    t.address = to.data;
    t.dims[0] = t.box[0] = static_cast<cuuint32_t>(count / width);
    alignas(64) CUtensorMap map;
    encode(&map, t);
    kernel<<<1, 32>>>(map, from.data);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%-4s type %2d %s", name, static_cast<int>(type), cudaGetErrorName(error));
    if (error == cudaSuccess)
        print(to.get(), width);
    else
        std::printf("\n");
}

void ask_tensor_reductions() {
    for (const auto type : {u32, s32, u64, f16, f32, bf16, f64})
        tell_tensor("add", tensor_add, type);
    for (const auto type : {u32, s32, u64, s64, f16, bf16}) tell_tensor("min", tensor_min, type);
    for (const auto type : {u32, s32, u64, s64, f16, bf16}) tell_tensor("max", tensor_max, type);
    tell_tensor("inc", tensor_inc, u32);
    tell_tensor("dec", tensor_dec, u32);
    for (const auto type : {u32, s32, u64}) tell_tensor("and", tensor_and, type);
}
void ask_more_tensor_reductions() {
    for (const auto type : {u32, s32, u64}) tell_tensor("or", tensor_or, type);
    for (const auto type : {u32, s32, u64}) tell_tensor("xor", tensor_xor, type);
}

// What the manual has no type for, each in a process of its own: the first may end the context.
void ask_odd_reduction_add_u8() { tell_tensor("add", tensor_add, u8); }
void ask_odd_reduction_add_u16() { tell_tensor("add", tensor_add, u16); }
void ask_odd_reduction_add_s64() { tell_tensor("add", tensor_add, s64); }
void ask_odd_reduction_add_f32_ftz() { tell_tensor("add", tensor_add, f32_ftz); }
void ask_odd_reduction_add_tf32() { tell_tensor("add", tensor_add, tf32); }
void ask_odd_reduction_min_f32() { tell_tensor("min", tensor_min, f32); }
void ask_odd_reduction_inc_s32() { tell_tensor("inc", tensor_inc, s32); }
void ask_odd_reduction_and_s64() { tell_tensor("and", tensor_and, s64); }
void ask_odd_reduction_and_f32() { tell_tensor("and", tensor_and, f32); }

// ---- Other blocks of the cluster ----

__device__ unsigned in_block(const void* object, unsigned rank) {
    unsigned there = 0;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(in_shared(object)), "r"(rank));
    return there;
}
__device__ unsigned rank_of_block() {
    unsigned rank = 0;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ void cluster_sync() {
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

// Each block has 64 words; block 0 sends to the others.
struct Shared {
    alignas(128) unsigned words[64];
    std::uint64_t barrier;
};

enum class Way {
    multicast,
    multicast_tensor,
    copy,
    add,
    min_,
    inc,
    or_,
    store,
    store_wide,
    red_add,
    red_max,
    red_dec,
    red_xor,
    arrive
};

__global__ void __cluster_dims__(4, 1, 1)
    send(const __grid_constant__ CUtensorMap map, Way way, const unsigned* from, unsigned* out) {
    __shared__ Shared shared;
    const unsigned rank = rank_of_block(), me = threadIdx.x;
    shared.words[me] = 1000 * rank + me;
    if (me == 0) initialise(&shared.barrier, 1);
    const unsigned bytes = way == Way::store || way == Way::red_add || way == Way::red_max ||
                                   way == Way::red_dec || way == Way::red_xor
                               ? 4
                           : way == Way::store_wide ? 16
                           : way == Way::arrive     ? 0
                                                    : 256;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const bool receives =
        way == Way::multicast || way == Way::multicast_tensor ? rank % 2 == 1 : rank != 0;
    if (me == 0 && receives && way != Way::arrive) expect(&shared.barrier, bytes);
    cluster_sync();
    const unsigned to = in_shared(shared.words), barrier = in_shared(&shared.barrier);
    const unsigned short ranks = 0xa;
    if (me == 0 && rank == 0) {
        if (way == Way::multicast)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
                         "multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(to),
                         "l"(from), "r"(barrier), "h"(ranks)
                         : "memory");
        if (way == Way::multicast_tensor)
            asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::"
                         "bytes.multicast::cluster [%0], [%1, {%4}], [%2], %3;" ::"r"(to),
                         "l"(&map), "r"(barrier), "h"(ranks), "r"(-8)
                         : "memory");
    }
    for (unsigned other = 1; other < 4 && me == 0 && rank == 0; ++other) {
        const unsigned there = in_block(shared.words, other),
                       bar = in_block(&shared.barrier, other);
        const unsigned v = 5 * other;
        if (way == Way::copy)
            asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                         "[%0], [%1], 256, [%2];" ::"r"(there),
                         "r"(to), "r"(bar)
                         : "memory");
#define REDUCE(op)                                                                                 \
    asm volatile(                                                                                  \
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." op        \
        " [%0], [%1], 256, [%2];" ::"r"(there),                                                    \
        "r"(to), "r"(bar)                                                                          \
        : "memory")
        if (way == Way::add) REDUCE("add.u32");
        if (way == Way::min_) REDUCE("min.s32");
        if (way == Way::inc) REDUCE("inc.u32");
        if (way == Way::or_) REDUCE("or.b32");
#undef REDUCE
        if (way == Way::store)
            asm volatile(
                "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(
                    there + 8),
                "r"(v), "r"(bar)
                : "memory");
        if (way == Way::store_wide)
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, "
                         "%1, %1, %1}, [%2];" ::"r"(there + 16),
                         "r"(v), "r"(bar)
                         : "memory");
#define RED(op)                                                                                    \
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes." op      \
                 " [%0], %1, [%2];" ::"r"(there + 8),                                              \
                 "r"(v), "r"(bar)                                                                  \
                 : "memory")
        if (way == Way::red_add) RED("add.u32");
        if (way == Way::red_max) RED("max.u32");
        if (way == Way::red_dec) RED("dec.u32");
        if (way == Way::red_xor) RED("xor.b32");
#undef RED
        if (way == Way::arrive)
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar)
                         : "memory");
    }
    const int has_passed = receives ? wait_a_while(&shared.barrier) : 2;
    __syncthreads();
    out[65 * rank + me] = shared.words[me];
    if (me == 0) out[65 * rank + 64] = static_cast<unsigned>(has_passed);
    cluster_sync();
}

void ask_clusters() {
    std::vector<unsigned> values(64);
    for (unsigned i = 0; i < 64; ++i) values[i] = 7000 + 3 * i;
    Memory from(256), out(4 * 4 * 65);
    cudaMemcpy(from.data, values.data(), 256, cudaMemcpyHostToDevice);
    Tensor t;
    t.type = u32;
    t.rank = 1;
    t.address = from.data;
    t.dims[0] = t.box[0] = 64;
    alignas(64) CUtensorMap map;
    encode(&map, t);
    const char* names[] = {"multicast",
                           "multicast of a tensor",
                           "copy",
                           "add",
                           "min",
                           "inc",
                           "or",
                           "st.async",
                           "st.async.v4",
                           "red.async.add",
                           "red.async.max",
                           "red.async.dec",
                           "red.async.xor",
                           "arrive"};
    for (int way = 0; way <= static_cast<int>(Way::arrive); ++way) {
        cudaMemset(out.data, 0, out.bytes);
        send<<<4, 64>>>(map, static_cast<Way>(way), reinterpret_cast<unsigned*>(from.data),
                        reinterpret_cast<unsigned*>(out.data));
        const cudaError_t error = cudaDeviceSynchronize();
        const std::vector<Byte> bytes = out.get();
        std::printf("%s: %s %08x", names[way], cudaGetErrorName(error), hash_of(bytes));
        for (int rank = 0; rank < 4; ++rank) {
            unsigned words[65];
            std::memcpy(words, &bytes[static_cast<std::size_t>(260 * rank)], sizeof words);
            std::printf(" | %u: %u %u %u %u %u", words[64], words[0], words[2], words[4], words[9],
                        words[63]);
        }
        std::printf("\n");
    }
}

// ---- What is wrong: each in a process of its own ----

void tell_wrong(const char* question, const CUtensorMap& map, int rank, int offset) {
    Memory out(room), passed(4);
    cudaMemset(passed.data, 0, 4);
    load<<<1, 128, room>>>(map, rank, {{0, 0}}, 128, offset, out.data,
                           reinterpret_cast<int*>(passed.data));
    const cudaError_t error = cudaDeviceSynchronize();
    int has_passed = 0;
    if (error == cudaSuccess) has_passed = passed.get()[0];
    std::printf("%-40s %s, passed %d\n", question, cudaGetErrorName(error), has_passed);
}
CUtensorMap usual_map(const Memory& memory, std::size_t bytes_before_the_end) {
    Tensor t;
    t.address = memory.data + memory.bytes - bytes_before_the_end;
    alignas(64) CUtensorMap map;
    encode(&map, t);
    return map;
}
void ask_wrong_map() {
    alignas(64) CUtensorMap map;
    std::memset(&map, 0, sizeof map);
    tell_wrong("a map of zeros", map, 2, 0);
}
void ask_wrong_rank() {
    Memory memory(1 << 16);
    tell_wrong("a map of two dimensions, one coordinate", usual_map(memory, 1 << 16), 1, 0);
}
void ask_wrong_rank_more() {
    Memory memory(1 << 16);
    tell_wrong("a map of two dimensions, three coordinates", usual_map(memory, 1 << 16), 3, 0);
}
void ask_wrong_place_16() {
    Memory memory(1 << 16);
    tell_wrong("to address 16", usual_map(memory, 1 << 16), 2, 16);
}
void ask_wrong_place_64() {
    Memory memory(1 << 16);
    tell_wrong("to address 64", usual_map(memory, 1 << 16), 2, 64);
}
void ask_wrong_place_8() {
    Memory memory(1 << 16);
    tell_wrong("to address 8", usual_map(memory, 1 << 16), 2, 8);
}
void ask_wrong_end_of_shared() {
    Memory memory(1 << 16);
    tell_wrong("across the end of shared memory", usual_map(memory, 1 << 16), 2, 232448 - 1024);
}

const Section sections[] = {
    {"maps", ask_maps},
    {"box", ask_box},
    {"unaligned_load", ask_unaligned_load},
    {"swizzles", ask_swizzles},
    {"unaligned_fill", ask_unaligned_fill},
    {"line_store", ask_line_store},
    {"unaligned_store", ask_unaligned_store},
    {"reductions", ask_reductions},
    {"tensor_reductions", ask_tensor_reductions},
    {"odd_reduction_add_u8", ask_odd_reduction_add_u8},
    {"odd_reduction_add_u16", ask_odd_reduction_add_u16},
    {"odd_reduction_add_s64", ask_odd_reduction_add_s64},
    {"odd_reduction_add_f32_ftz", ask_odd_reduction_add_f32_ftz},
    {"odd_reduction_add_tf32", ask_odd_reduction_add_tf32},
    {"odd_reduction_min_f32", ask_odd_reduction_min_f32},
    {"odd_reduction_inc_s32", ask_odd_reduction_inc_s32},
    {"odd_reduction_and_s64", ask_odd_reduction_and_s64},
    {"odd_reduction_and_f32", ask_odd_reduction_and_f32},
    {"clusters", ask_clusters},
    {"wrong_map", ask_wrong_map},
    {"wrong_rank", ask_wrong_rank},
    {"wrong_rank_more", ask_wrong_rank_more},
    {"wrong_place_16", ask_wrong_place_16},
    {"wrong_place_64", ask_wrong_place_64},
    {"wrong_place_8", ask_wrong_place_8},
    {"wrong_end_of_shared", ask_wrong_end_of_shared},
    // No GPU has been asked these yet: they are not in api_tensors.txt.
    {"boxes", ask_boxes},
    {"fills", ask_fills},
    {"stores", ask_stores},
    {"more_tensor_reductions", ask_more_tensor_reductions},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
