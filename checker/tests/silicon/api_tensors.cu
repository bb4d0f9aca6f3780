// What a GPU does with tensor maps: which maps the driver makes, which bytes a box brings to which
// place in shared memory, what is filled in out of bounds, and what a store writes. The answers of
// a real GPU are in api_tensors.txt; the virtual GPU must give the same.
#include "api_boxes.hpp"

#include <initializer_list>
#include <string>

namespace {

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
        t.dims[0] = 40;
        for (const Place p : {Place{{0, 0, 0, 0, 0}}, {{32, 6, 3, -1, 3}}, {{-16, -1, 1, 3, -1}}})
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
// In one dimension a box that does not begin at a multiple of 16 bytes ends the context, in loads
// and in stores.
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
        for (const Place p :
             {Place{{0, 0, 0, 0, 0}}, {{12, 6, 3, 2, 3}}, {{4, 1, 1, 3, 1}}, {{16, 0, 0, 0, 0}}})
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
            tell_store("store", t, {{16, 2}});
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
    {"wrong_map", ask_wrong_map},
    {"wrong_rank", ask_wrong_rank},
    {"wrong_rank_more", ask_wrong_rank_more},
    {"wrong_place_16", ask_wrong_place_16},
    {"wrong_place_64", ask_wrong_place_64},
    {"wrong_place_8", ask_wrong_place_8},
    {"wrong_end_of_shared", ask_wrong_end_of_shared},
    {"boxes", ask_boxes},
    {"fills", ask_fills},
    {"stores", ask_stores},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
