// What a GPU does with bulk copies: what reductions leave in global memory, by address and by
// tensor map, and what goes to other blocks of a cluster. The answers of a real GPU are in
// api_bulk.txt; the virtual GPU must give the same.
#include "api_tensors.hpp"

#include <initializer_list>

namespace {

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

const Section sections[] = {
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
    {"more_tensor_reductions", ask_more_tensor_reductions},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
