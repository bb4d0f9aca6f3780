// What a GPU does with the surface instructions that CUDA C++ has no function for: sured, sust.p
// and istypep. The answers of a real GPU are in api_surfaces.txt; the virtual GPU must give the
// same.
#include "api_tell.hpp"

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace {

constexpr int width = 8, height = 4, depth = 3;

class Surface {
  public:
    Surface(cudaChannelFormatDesc format, int dimensions, unsigned fill)
        : bytes_((format.x + format.y + format.z + format.w) / 8), dimensions_(dimensions) {
        cudaMalloc3DArray(&array_, &format, extent(), cudaArraySurfaceLoadStore);
        std::vector<unsigned> words(volume() * static_cast<std::size_t>(bytes_) / 4 + 1);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = fill == 0 ? 0 : fill + static_cast<unsigned>(i) * 0x01010101u;
        copy(words.data(), true);
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        cudaCreateSurfaceObject(&object_, &resource);
    }
    ~Surface() {
        cudaDestroySurfaceObject(object_);
        cudaFreeArray(array_);
    }
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    cudaSurfaceObject_t object() const { return object_; }
    std::vector<unsigned char> get() {
        std::vector<unsigned char> all(volume() * static_cast<std::size_t>(bytes_));
        copy(all.data(), false);
        return all;
    }

  private:
    cudaExtent extent() const {
        return make_cudaExtent(width, dimensions_ > 1 ? height : 0, dimensions_ > 2 ? depth : 0);
    }
    std::size_t volume() const {
        return static_cast<std::size_t>(width * (dimensions_ > 1 ? height : 1) *
                                        (dimensions_ > 2 ? depth : 1));
    }
    void copy(void* host, bool to_array) const {
        const std::size_t row = static_cast<std::size_t>(width * bytes_);
        const int rows = dimensions_ > 1 ? height : 1;
        cudaMemcpy3DParms parameters{};
        const auto pointer = make_cudaPitchedPtr(host, row, static_cast<std::size_t>(width),
                                                 static_cast<std::size_t>(rows));
        parameters.extent =
            make_cudaExtent(width, static_cast<std::size_t>(rows), dimensions_ > 2 ? depth : 1);
        parameters.kind = to_array ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
        if (to_array) {
            parameters.srcPtr = pointer;
            parameters.dstArray = array_;
        } else {
            parameters.srcArray = array_;
            parameters.dstPtr = pointer;
        }
        cudaMemcpy3D(&parameters);
    }

    int bytes_, dimensions_;
    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t object_ = 0;
};

void print(cudaError_t error, const std::vector<unsigned char>& bytes, std::size_t most) {
    if (error != cudaSuccess) {
        std::printf(" %s\n", cudaGetErrorName(error));
        return;
    }
    std::uint32_t hash = 2166136261u;
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 16777619u;
    std::printf(" %08x:", hash);
    for (std::size_t i = 0; i < bytes.size() && i < most; i += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, &bytes[i], 4);
        std::printf(" %08x", word);
    }
    std::printf("\n");
}

// ---- sured ----

// x is in bytes (.b) or in elements (.p).
#define REDUCE(name, instruction, constraint, type)                                                \
    __global__ void name(cudaSurfaceObject_t surface, int x, int y, int z, std::uint64_t value) {  \
        asm volatile(instruction ".trap [%0, {%1, %2}], %4;" ::"l"(surface), "r"(x), "r"(y),       \
                     "r"(z), constraint(static_cast<type>(value))                                  \
                     : "memory");                                                                  \
    }
#define REDUCE_WORD(name, instruction) REDUCE(name, instruction, "r", unsigned)
#define REDUCE_LONG(name, instruction) REDUCE(name, instruction, "l", std::uint64_t)
REDUCE_WORD(add_u32, "sured.b.add.2d.u32")
REDUCE_WORD(add_s32, "sured.b.add.2d.s32")
REDUCE_WORD(min_u32, "sured.b.min.2d.u32")
REDUCE_WORD(min_s32, "sured.b.min.2d.s32")
REDUCE_WORD(max_u32, "sured.b.max.2d.u32")
REDUCE_WORD(max_s32, "sured.b.max.2d.s32")
REDUCE_WORD(and_b32, "sured.b.and.2d.b32")
REDUCE_WORD(or_b32, "sured.b.or.2d.b32")
REDUCE_LONG(add_u64, "sured.b.add.2d.u64")
REDUCE_LONG(min_u64, "sured.b.min.2d.u64")
REDUCE_LONG(max_u64, "sured.b.max.2d.u64")
REDUCE_LONG(min_s64, "sured.b.min.2d.s64")
REDUCE_LONG(max_s64, "sured.b.max.2d.s64")
REDUCE_WORD(add_p, "sured.p.add.2d.b32")
REDUCE_WORD(min_p, "sured.p.min.2d.b32")
REDUCE_WORD(max_p, "sured.p.max.2d.b32")
REDUCE_WORD(and_p, "sured.p.and.2d.b32")
REDUCE_WORD(or_p, "sured.p.or.2d.b32")
REDUCE_LONG(min_p64, "sured.p.min.2d.b64")
REDUCE_LONG(max_p64, "sured.p.max.2d.b64")

using Reduction = void (*)(cudaSurfaceObject_t, int, int, int, std::uint64_t);

void tell_reduction(const char* name, Reduction kernel, cudaChannelFormatDesc format, int x, int y,
                    std::uint64_t value) {
    Surface surface(format, 2, 0x10203040u);
    kernel<<<1, 1>>>(surface.object(), x, y, 0, value);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%-8s at %d %d of %d %d bits, %016llx:", name, x, y, format.x, format.y,
                static_cast<unsigned long long>(value));
    print(error, surface.get(), 64);
}
const auto u32 = cudaCreateChannelDesc<unsigned>(), s32 = cudaCreateChannelDesc<int>(),
           u32_2 = cudaCreateChannelDesc<uint2>(), f32 = cudaCreateChannelDesc<float>(),
           u8 = cudaCreateChannelDesc<unsigned char>(),
           u16 = cudaCreateChannelDesc<unsigned short>();

void ask_reductions() {
#define ASK(name, format)                                                                          \
    for (const std::uint64_t value : {5ull, 0xfffffff0fffffff0ull, 0x1020304411223344ull})         \
    tell_reduction(#name, name, format, 4, 1, value)
    ASK(add_u32, u32);
    ASK(add_s32, s32);
    ASK(min_u32, u32);
    ASK(min_s32, s32);
    ASK(max_u32, u32);
    ASK(max_s32, s32);
    ASK(and_b32, u32);
    ASK(or_b32, u32);
    ASK(add_p, u32);
    ASK(min_p, u32);
    ASK(max_p, u32);
    ASK(min_p, s32);
    ASK(max_p, s32);
    ASK(and_p, u32);
    ASK(or_p, u32);
#undef ASK
    tell_reduction("add_u32", add_u32, s32, 4, 0, 3);
    tell_reduction("add_u32", add_u32, f32, 4, 0, 3);
    tell_reduction("add_p", add_p, f32, 1, 0, 3);
}
void ask_reductions_64() {
#define ASK(name)                                                                                  \
    for (const std::uint64_t value : {5ull, 0xfffffff0fffffff0ull, 0x1020304411223344ull})         \
    tell_reduction(#name, name, u32_2, 8, 1, value)
    ASK(add_u64);
    ASK(min_u64);
    ASK(max_u64);
    ASK(min_s64);
    ASK(max_s64);
#undef ASK
}
void ask_reduction_p64() { tell_reduction("min_p64", min_p64, u32_2, 1, 1, 5); }
void ask_reduction_p64_max() {
    tell_reduction("max_p64", max_p64, u32_2, 1, 1, 0x2020304411223344ull);
}
void ask_reduction_outside() { tell_reduction("add_u32", add_u32, u32, 32, 1, 5); }
void ask_reduction_misaligned() { tell_reduction("add_u32", add_u32, u32, 6, 1, 5); }
void ask_reduction_of_bytes() { tell_reduction("add_u32", add_u32, u8, 4, 1, 5); }
void ask_reduction_of_halves() { tell_reduction("add_u32", add_u32, u16, 4, 1, 5); }
void ask_reduction_of_pairs() { tell_reduction("add_u32", add_u32, u32_2, 4, 1, 5); }
void ask_reduction_64_of_words() { tell_reduction("add_u64", add_u64, u32, 8, 1, 5); }
void ask_reduction_p_of_bytes() { tell_reduction("add_p", add_p, u8, 1, 1, 5); }

__global__ void by_modes(cudaSurfaceObject_t surface, int dimensions, int mode, int x, int y,
                         int z) {
#define BY(number, name)                                                                           \
    if (mode == (number)) {                                                                        \
        if (dimensions == 1)                                                                       \
            asm volatile("sured.b.add.1d.u32." name " [%0, {%1}], 7;" ::"l"(surface), "r"(x)       \
                         : "memory");                                                              \
        if (dimensions == 2)                                                                       \
            asm volatile("sured.b.add.2d.u32." name " [%0, {%1, %2}], 7;" ::"l"(surface), "r"(x),  \
                         "r"(y)                                                                    \
                         : "memory");                                                              \
        if (dimensions == 3)                                                                       \
            asm volatile("sured.b.add.3d.u32." name " [%0, {%1, %2, %3, %3}], 7;" ::"l"(surface),  \
                         "r"(x), "r"(y), "r"(z)                                                    \
                         : "memory");                                                              \
    }
    BY(0, "clamp")
    BY(1, "zero")
    BY(2, "trap")
#undef BY
}
void ask_modes() {
    for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (int mode = 0; mode <= 1; ++mode)
            for (const int x : {0, 28, 32, 100, -4})
                for (const int y : {1, 4, -1}) {
                    if (dimensions == 1 && y != 1) continue;
                    Surface surface(u32, dimensions, 0);
                    by_modes<<<1, 1>>>(surface.object(), dimensions, mode, x, y, y);
                    const cudaError_t error = cudaDeviceSynchronize();
                    std::printf("%dd mode %d, at %d %d:", dimensions, mode, x, y);
                    print(error, surface.get(), 0);
                }
}
// Several threads add to one place.
void ask_atomic() {
    Surface surface(u32, 2, 0);
    by_modes<<<8, 128>>>(surface.object(), 2, 2, 4, 1, 0);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("1024 threads:");
    print(error, surface.get(), 64);
}

// ---- sust.p ----

__global__ void put(cudaSurfaceObject_t surface, int count, int x, int4 v) {
    if (count == 1)
        asm volatile("sust.p.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(surface), "r"(x), "r"(1),
                     "r"(v.x)
                     : "memory");
    if (count == 2)
        asm volatile("sust.p.2d.v2.b32.trap [%0, {%1, %2}], {%3, %4};" ::"l"(surface), "r"(x),
                     "r"(1), "r"(v.x), "r"(v.y)
                     : "memory");
    if (count == 4)
        asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};" ::"l"(surface),
                     "r"(x), "r"(1), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                     : "memory");
}
void tell_put(const char* name, cudaChannelFormatDesc format, int count, int x, int4 v) {
    Surface surface(format, 2, 0x10203040u);
    put<<<1, 1>>>(surface.object(), count, x, v);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%-8s %d, at %d, %08x:", name, count, x, v.x);
    const std::vector<unsigned char> bytes = surface.get();
    print(error,
          error == cudaSuccess
              ? std::vector<unsigned char>(bytes.begin() + static_cast<long>(bytes.size()) / 4,
                                           bytes.end())
              : bytes,
          64);
}
void ask_puts() {
    const int4 values[] = {{1, 2, 3, 4},
                           {300, 70000, -1, -129},
                           {0x3f800000, static_cast<int>(0xbf800000), 0x477fe000, 0x40490fdb},
                           {0x47800000, 0x33000000, 0x7fc00000, 0x3effffff}};
#define ASK(type)                                                                                  \
    for (const int count : {1, 2, 4})                                                              \
        for (const int4 v : values) tell_put(#type, cudaCreateChannelDesc<type>(), count, 2, v)
    ASK(unsigned);
    ASK(int);
    ASK(float);
    ASK(uint2);
    ASK(uint4);
    ASK(float2);
    ASK(float4);
    ASK(unsigned char);
    ASK(signed char);
    ASK(uchar2);
    ASK(uchar4);
    ASK(char4);
    ASK(unsigned short);
    ASK(short);
    ASK(ushort2);
    ASK(short4);
#undef ASK
    for (const int count : {1, 2, 4})
        for (const int4 v : values) {
            tell_put("half", cudaCreateChannelDescHalf(), count, 2, v);
            tell_put("half4", cudaCreateChannelDescHalf4(), count, 2, v);
        }
}
void ask_put_outside() { tell_put("unsigned", u32, 1, 8, {5, 0, 0, 0}); }

// ---- istypep ----

__global__ void types(std::uint64_t handle, int* out) {
    asm volatile("{ .reg .pred p; istypep.texref p, %1; selp.b32 %0, 1, 0, p; }"
                 : "=r"(out[0])
                 : "l"(handle));
    asm volatile("{ .reg .pred p; istypep.samplerref p, %1; selp.b32 %0, 1, 0, p; }"
                 : "=r"(out[1])
                 : "l"(handle));
    asm volatile("{ .reg .pred p; istypep.surfref p, %1; selp.b32 %0, 1, 0, p; }"
                 : "=r"(out[2])
                 : "l"(handle));
}
void tell_types(const char* name, std::uint64_t handle) {
    int *out = nullptr, values[3] = {-1, -1, -1};
    cudaMalloc(&out, sizeof values);
    types<<<1, 1>>>(handle, out);
    const cudaError_t error = cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    std::printf("%-10s %s %d %d %d\n", name, cudaGetErrorName(error), values[0], values[1],
                values[2]);
    cudaFree(out);
}
void ask_types() {
    Surface surface(u32, 2, 0);
    tell_types("surface", surface.object());
    tell_types("zero", 0);
    tell_types("five", 5);
    tell_types("pointer", 0x7f0000000000);
    float* linear = nullptr;
    cudaMalloc(&linear, 1024);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = linear;
    resource.res.linear.desc = f32;
    resource.res.linear.sizeInBytes = 1024;
    cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    tell_types("texture", texture);
}

const Section sections[] = {
    {"reductions", ask_reductions},
    {"reductions_64", ask_reductions_64},
    {"reduction_p64", ask_reduction_p64},
    {"reduction_p64_max", ask_reduction_p64_max},
    {"reduction_outside", ask_reduction_outside},
    {"reduction_misaligned", ask_reduction_misaligned},
    {"reduction_of_bytes", ask_reduction_of_bytes},
    {"reduction_of_halves", ask_reduction_of_halves},
    {"reduction_of_pairs", ask_reduction_of_pairs},
    {"reduction_64_of_words", ask_reduction_64_of_words},
    {"reduction_p_of_bytes", ask_reduction_p_of_bytes},
    {"modes", ask_modes},
    {"atomic", ask_atomic},
    {"puts", ask_puts},
    {"put_outside", ask_put_outside},
    {"types", ask_types},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
