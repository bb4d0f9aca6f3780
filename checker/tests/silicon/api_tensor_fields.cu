// What a GPU does with tensor maps whose fields a kernel replaces (tensormap.replace), and with
// interleaved layouts. The answers of a real GPU are in api_tensor_fields.txt; the virtual GPU must
// give the same.
#include "api_boxes.hpp"

#include <initializer_list>

namespace {

constexpr int room = 8192;

// Fills shared memory with 0xee, loads, and copies all of it out, whether or not so many bytes
// came.
__device__ void load_and_tell(const CUtensorMap* map, int rank, Place place, unsigned bytes,
                              Byte* out, int* passed) {
    extern __shared__ __align__(1024) Byte shared[];
    __shared__ std::uint64_t barrier;
    const int me = static_cast<int>(threadIdx.x);
    for (int i = me; i < room; i += 32) shared[i] = 0xee;
    if (me == 0) initialise(&barrier, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me == 0) {
        expect(&barrier, bytes);
        load_box(rank, in_shared(shared), map, place, in_shared(&barrier));
    }
    const int has_passed = wait_a_while(&barrier);
    if (me == 0) *passed = has_passed;
    for (int i = me; i < room; i += 32) out[i] = shared[i];
}

__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Place place, unsigned bytes,
                     Byte* out, int* passed) {
    load_and_tell(&map, rank, place, bytes, out, passed);
}

void tell_result(cudaError_t error, const Memory& out, const Memory& passed) {
    if (error != cudaSuccess) {
        std::printf(" %s\n", cudaGetErrorName(error));
        return;
    }
    std::printf(passed.get()[0] != 0 ? "" : " not complete");
    print_words(out.get());
}

// ---- Interleaved layouts ----

Tensor interleaved(CUtensorMapInterleave interleave, cuuint32_t rank) {
    Tensor t;
    t.type = u16;
    t.rank = rank;
    t.interleave = interleave;
    if (interleave == CU_TENSOR_MAP_INTERLEAVE_32B) t.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
    const cuuint64_t dims[5] = {64, 6, 4, 3, 2}, strides[4] = {64, 512, 2048, 8192};
    const cuuint32_t box[5] = {16, 2, 2, 1, 1};
    for (int i = 0; i < 5; ++i) {
        t.dims[i] = dims[i];
        t.box[i] = box[i];
        if (i < 4) t.strides[i] = strides[i];
    }
    return t;
}
constexpr auto in_16 = CU_TENSOR_MAP_INTERLEAVE_16B, in_32 = CU_TENSOR_MAP_INTERLEAVE_32B;

template <class Change>
void tell_map(const char* question, CUtensorMapInterleave interleave, void* address,
              const Change& change) {
    alignas(64) CUtensorMap map;
    Tensor t = interleaved(interleave, 4);
    t.address = address;
    change(t);
    std::printf("%d: %-72s %d\n", static_cast<int>(interleave), question,
                static_cast<int>(encode(&map, t)));
}

void ask_interleaved_maps() {
    Memory memory(1 << 20);
    void* const at = memory.data;
#define ASK(...)                                                                                   \
    for (const auto interleave : {in_16, in_32})                                                   \
    tell_map(#__VA_ARGS__, interleave, at, [&](Tensor& t) { __VA_ARGS__; })
    for (cuuint32_t rank = 1; rank <= 5; ++rank) ASK(t.rank = rank);
    ASK(t.address = memory.data + 16);
    for (int swizzle = 0; swizzle <= 3; ++swizzle)
        ASK(t.swizzle = static_cast<CUtensorMapSwizzle>(swizzle));
    ASK(t.strides[0] = 16);
    ASK(t.strides[1] = 16);
    ASK(t.strides[1] = 48);
    ASK(t.strides[2] = 48);
    for (const cuuint32_t box : {1u, 2u, 4u, 7u, 8u, 24u, 32u, 64u, 128u, 256u, 257u})
        ASK(t.box[0] = box);
    ASK(t.dims[0] = 1);
    ASK(t.dims[0] = 60);
    ASK(t.steps[0] = 2);
    ASK(t.steps[0] = 9);
    ASK(t.type = u8);
    ASK(t.type = u64);
    ASK(t.interleave = static_cast<CUtensorMapInterleave>(3));
#undef ASK
}

// The first dimension counts pieces of 16 or 32 bytes; the last but one, slices, is not gone
// through.
unsigned bytes_of(const Tensor& t) {
    unsigned bytes = (t.interleave == in_32 ? 32 : 16) * ((t.box[0] + t.steps[0] - 1) / t.steps[0]);
    for (unsigned i = 1; i < t.rank; ++i)
        if (i != t.rank - 2) bytes *= (t.box[i] + t.steps[i] - 1) / t.steps[i];
    return bytes;
}

void tell_box(const char* question, Tensor t, Place place, unsigned bytes = 0) {
    constexpr std::size_t size = 1 << 17;
    Memory memory(size), out(room), passed(4);
    memory.put(numbered(size));
    t.address = memory.data;
    alignas(64) CUtensorMap map;
    const CUresult made = encode(&map, t);
    std::printf("interleave %d, %s, at %d %d %d %d %d:", static_cast<int>(t.interleave), question,
                place.c[0], place.c[1], place.c[2], place.c[3], place.c[4]);
    if (made != CUDA_SUCCESS) {
        std::printf(" no map, %d\n", static_cast<int>(made));
        return;
    }
    cudaMemset(passed.data, 0, 4);
    load<<<1, 32, room>>>(map, static_cast<int>(t.rank), place, bytes == 0 ? bytes_of(t) : bytes,
                          out.data, reinterpret_cast<int*>(passed.data));
    tell_result(cudaDeviceSynchronize(), out, passed);
}

void ask_interleaved(CUtensorMapInterleave interleave) {
    for (cuuint32_t rank = 3; rank <= 5; ++rank) {
        Tensor t = interleaved(interleave, rank);
        std::printf("%u dimensions: ", rank);
        tell_box("", t, {{0, 0, 0, 0, 0}});
        std::printf("%u dimensions: ", rank);
        tell_box("", t, {{1, 0, 0, 0, 0}});
        std::printf("%u dimensions: ", rank);
        tell_box("", t, {{2, 1, 1, 1, 1}});
    }
    Tensor t = interleaved(interleave, 4);
    t.box[0] = 32;
    tell_box("box of 32", t, {{0, 0, 0, 0}});
    t.box[0] = 8;
    t.box[2] = 3;
    t.box[3] = 2;
    tell_box("box of 8", t, {{0, 0, 0, 0}});
    tell_box("box of 8", t, {{1, 1, 2, 0}});
    t.dims[0] = 20;
    tell_box("edges", t, {{15, 5, 3, 2}});
    tell_box("edges", t, {{-3, -1, 1, 1}});
    tell_box("edges", t, {{0, 0, 4, 0}});
    tell_box("edges", t, {{0, 0, -1, 0}});
    t.steps[1] = 2;
    t.box[1] = 4;
    tell_box("steps", t, {{0, 0, 0, 0}});
    t.steps[0] = 2;
    tell_box("steps of the first dimension", t, {{0, 0, 0, 0}});
}
void ask_interleaved_16() { ask_interleaved(in_16); }
void ask_interleaved_32() { ask_interleaved(in_32); }
// Where the first coordinate is not the beginning of a slice, and where a row has many.
void ask_interleaved_16_whole_row() {
    Tensor t = interleaved(in_16, 4);
    t.dims[0] = 8;
    t.box[0] = 8;
    for (const int first : {0, 8, -8}) tell_box("a row is a slice", t, {{first, 1, 0, 0}});
}
void ask_interleaved_16_swizzled() {
    for (int swizzle = 1; swizzle <= 3; ++swizzle) {
        Tensor t = interleaved(in_16, 4);
        t.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
        t.box[0] = 8;
        t.box[1] = 4;
        t.box[2] = 4;
        t.dims[0] = 8;
        std::printf("swizzle %d: ", swizzle);
        tell_box("", t, {{0, 0, 0, 0}});
    }
}

// ---- Fields that a kernel replaces ----

enum class Field {
    none,
    address,
    rank,
    box_0,
    box_1,
    dim_0,
    dim_1,
    stride_0,
    step_1,
    type_u8,
    type_f16,
    type_f32_ftz,
    type_f64,
    type_bf16,
    type_tf32_ftz,
    swizzle_32,
    swizzle_128,
    fill,
    interleave_16,
};
template <class Pointer>
__device__ void replace_any(Field field, Pointer map, std::uint64_t value) {
    const auto low = static_cast<unsigned>(value);
    if (field == Field::address)
        asm volatile("tensormap.replace.tile.global_address.b1024.b64 [%0], %1;" ::"l"(map),
                     "l"(value)
                     : "memory");
    if (field == Field::stride_0)
        asm volatile("tensormap.replace.tile.global_stride.b1024.b64 [%0], 0, %1;" ::"l"(map),
                     "l"(value)
                     : "memory");
#define WORD(name, operation)                                                                      \
    if (field == Field::name)                                                                      \
    asm volatile("tensormap.replace.tile." operation ", %1;" ::"l"(map), "r"(low) : "memory")
    WORD(rank, "rank.b1024.b32 [%0]");
    WORD(box_0, "box_dim.b1024.b32 [%0], 0");
    WORD(box_1, "box_dim.b1024.b32 [%0], 1");
    WORD(dim_0, "global_dim.b1024.b32 [%0], 0");
    WORD(dim_1, "global_dim.b1024.b32 [%0], 1");
    WORD(step_1, "element_stride.b1024.b32 [%0], 1");
#undef WORD
#define FIXED(name, operation)                                                                     \
    if (field == Field::name)                                                                      \
    asm volatile("tensormap.replace.tile." operation ";" ::"l"(map) : "memory")
    FIXED(type_u8, "elemtype.b1024.b32 [%0], 0");
    FIXED(type_f16, "elemtype.b1024.b32 [%0], 6");
    FIXED(type_f32_ftz, "elemtype.b1024.b32 [%0], 8");
    FIXED(type_f64, "elemtype.b1024.b32 [%0], 9");
    FIXED(type_bf16, "elemtype.b1024.b32 [%0], 10");
    FIXED(type_tf32_ftz, "elemtype.b1024.b32 [%0], 12");
    FIXED(swizzle_32, "swizzle_mode.b1024.b32 [%0], 1");
    FIXED(swizzle_128, "swizzle_mode.b1024.b32 [%0], 3");
    FIXED(fill, "fill_mode.b1024.b32 [%0], 1");
    FIXED(interleave_16, "interleave_layout.b1024.b32 [%0], 1");
#undef FIXED
}

// The map goes to shared memory, is changed there, and goes to global memory with a fence.
__global__ void replace_in_shared(const __grid_constant__ CUtensorMap map, CUtensorMap* changed,
                                  Field field, std::uint64_t value, int rank, Place place,
                                  unsigned bytes, Byte* out, int* passed) {
    __shared__ __align__(128) CUtensorMap own;
    const auto* from = reinterpret_cast<const unsigned*>(&map);
    reinterpret_cast<unsigned*>(&own)[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) replace_any(field, &own, value);
    __syncwarp();
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync."
                 "aligned [%0], [%1], 128;" ::"l"(changed),
                 "r"(in_shared(&own))
                 : "memory");
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(changed) : "memory");
    load_and_tell(changed, rank, place, bytes, out, passed);
}
// The map is changed in global memory.
__global__ void replace_in_global(const __grid_constant__ CUtensorMap map, CUtensorMap* changed,
                                  Field field, std::uint64_t value, int rank, Place place,
                                  unsigned bytes, Byte* out, int* passed) {
    const auto* from = reinterpret_cast<const unsigned*>(&map);
    reinterpret_cast<unsigned*>(changed)[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        replace_any(field, changed, value);
        asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
    }
    __syncwarp();
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(changed) : "memory");
    load_and_tell(changed, rank, place, bytes, out, passed);
}

struct Change {
    const char* name;
    Field field;
    std::uint64_t value;
    int rank;
    unsigned bytes;
    Place place;
};

void tell_change(const Change& change, bool in_global) {
    constexpr std::size_t size = 1 << 17;
    Memory memory(size), out(room), passed(4), changed(128);
    memory.put(numbered(size));
    Tensor t; // 16 by 8 floats, boxes of 8 by 4
    t.address = memory.data;
    alignas(64) CUtensorMap map;
    encode(&map, t);
    cudaMemset(passed.data, 0, 4);
    const std::uint64_t value = change.field == Field::address
                                    ? reinterpret_cast<std::uint64_t>(memory.data) + change.value
                                    : change.value;
    auto* const kernel = in_global ? replace_in_global : replace_in_shared;
    kernel<<<1, 32, room>>>(map, reinterpret_cast<CUtensorMap*>(changed.data), change.field, value,
                            change.rank, change.place, change.bytes, out.data,
                            reinterpret_cast<int*>(passed.data));
    std::printf("%s, %s %llu:", in_global ? "in global memory" : "in shared memory", change.name,
                static_cast<unsigned long long>(change.value));
    tell_result(cudaDeviceSynchronize(), out, passed);
}
void ask_replacements(std::initializer_list<Change> changes) {
    for (const Change& change : changes) tell_change(change, false);
    for (const Change& change : changes) tell_change(change, true);
}
void ask_replace_none() { ask_replacements({{"nothing", Field::none, 0, 2, 128, {}}}); }
void ask_replace_address() { ask_replacements({{"address", Field::address, 256, 2, 128, {}}}); }
void ask_replace_rank() { ask_replacements({{"rank", Field::rank, 0, 1, 32, {}}}); }
void ask_replace_box() {
    ask_replacements({{"box 0", Field::box_0, 4, 2, 64, {}},
                      {"box 0", Field::box_0, 12, 2, 192, {}},
                      {"box 1", Field::box_1, 2, 2, 64, {}}});
}
void ask_replace_dim() {
    ask_replacements({{"dim 0", Field::dim_0, 6, 2, 128, {}},
                      {"dim 1", Field::dim_1, 3, 2, 128, {}},
                      {"dim 1", Field::dim_1, 16, 2, 128, {{0, 10}}}});
}
void ask_replace_stride() {
    ask_replacements({{"stride 0", Field::stride_0, 128, 2, 128, {}},
                      {"stride 0", Field::stride_0, 48, 2, 128, {}}});
}
void ask_replace_step() { ask_replacements({{"step 1", Field::step_1, 2, 2, 64, {}}}); }
void ask_replace_type() {
    ask_replacements({{"f16, type", Field::type_f16, 6, 2, 64, {{8, 0}}},
                      {"f32_ftz, type", Field::type_f32_ftz, 8, 2, 128, {}},
                      {"f64, type", Field::type_f64, 9, 2, 256, {}},
                      {"bf16, type", Field::type_bf16, 10, 2, 64, {}},
                      {"tf32_ftz, type", Field::type_tf32_ftz, 12, 2, 128, {}}});
}
void ask_replace_swizzle() {
    ask_replacements({{"swizzle", Field::swizzle_32, 1, 2, 128, {}},
                      {"swizzle", Field::swizzle_128, 3, 2, 128, {}}});
}
void ask_replace_fill() { ask_replacements({{"fill", Field::fill, 1, 2, 128, {{8, 6}}}}); }
// A map that could not have been made: a row of 8 bytes.
void ask_replace_narrow() { ask_replacements({{"u8, type", Field::type_u8, 0, 2, 32, {}}}); }
void ask_replace_rank_wrong() { ask_replacements({{"rank", Field::rank, 0, 2, 128, {}}}); }
void ask_replace_stride_8() { ask_replacements({{"stride 0", Field::stride_0, 72, 2, 128, {}}}); }

const Section sections[] = {
    {"interleaved_maps", ask_interleaved_maps},
    {"interleaved_16", ask_interleaved_16},
    {"interleaved_32", ask_interleaved_32},
    {"interleaved_16_whole_row", ask_interleaved_16_whole_row},
    {"interleaved_16_swizzled", ask_interleaved_16_swizzled},
    {"replace_none", ask_replace_none},
    {"replace_address", ask_replace_address},
    {"replace_rank", ask_replace_rank},
    {"replace_box", ask_replace_box},
    {"replace_dim", ask_replace_dim},
    {"replace_stride", ask_replace_stride},
    {"replace_step", ask_replace_step},
    {"replace_type", ask_replace_type},
    {"replace_swizzle", ask_replace_swizzle},
    {"replace_fill", ask_replace_fill},
    {"replace_narrow", ask_replace_narrow},
    {"replace_rank_wrong", ask_replace_rank_wrong},
    {"replace_stride_8", ask_replace_stride_8},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
