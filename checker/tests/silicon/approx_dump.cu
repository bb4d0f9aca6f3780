// What a GPU's .approx functions give over whole octaves of their operand, so that the tables of
// its function unit can be fitted and our own implementations measured.
//
//     approx_dump FOLDER
//
// Writes FOLDER/FUNCTION.FIRST.STEP.COUNT.sweep, one byte or five for each result: operand i has
// the bits FIRST + i * STEP (of the upper word for f64, in 16 bits for the 16-bit types), and the
// byte is the second difference of the results' bits, r[i] - 2 r[i-1] + r[i-2], as a signed number;
// -128 announces that the four bytes of r[i] follow. Such files compress well.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

#define FUNCTION_32(name, instruction)                                                             \
    struct name {                                                                                  \
        static constexpr const char* text = instruction;                                           \
        static __device__ std::uint32_t run(std::uint32_t a) {                                     \
            float result;                                                                          \
            asm(instruction " %0, %1;" : "=f"(result) : "f"(__uint_as_float(a)));                  \
            return __float_as_uint(result);                                                        \
        }                                                                                          \
    };
// The gross f64 functions read the upper word alone and write the upper word alone.
#define FUNCTION_64(name, instruction)                                                             \
    struct name {                                                                                  \
        static constexpr const char* text = instruction;                                           \
        static __device__ std::uint32_t run(std::uint32_t a) {                                     \
            double result;                                                                         \
            const double operand = __hiloint2double(static_cast<int>(a), 0);                       \
            asm(instruction " %0, %1;" : "=d"(result) : "d"(operand));                             \
            return static_cast<std::uint32_t>(__double2hiint(result));                             \
        }                                                                                          \
    };
#define FUNCTION_16(name, instruction)                                                             \
    struct name {                                                                                  \
        static constexpr const char* text = instruction;                                           \
        static __device__ std::uint32_t run(std::uint32_t a) {                                     \
            std::uint16_t result;                                                                  \
            const auto operand = static_cast<std::uint16_t>(a);                                    \
            asm(instruction " %0, %1;" : "=h"(result) : "h"(operand));                             \
            return result;                                                                         \
        }                                                                                          \
    };

FUNCTION_32(Ex2Ftz, "ex2.approx.ftz.f32")
FUNCTION_32(Ex2, "ex2.approx.f32")
FUNCTION_32(Lg2Ftz, "lg2.approx.ftz.f32")
FUNCTION_32(Lg2, "lg2.approx.f32")
FUNCTION_32(RcpFtz, "rcp.approx.ftz.f32")
FUNCTION_32(Rcp, "rcp.approx.f32")
FUNCTION_32(RsqrtFtz, "rsqrt.approx.ftz.f32")
FUNCTION_32(Rsqrt, "rsqrt.approx.f32")
FUNCTION_32(SqrtFtz, "sqrt.approx.ftz.f32")
FUNCTION_32(Sqrt, "sqrt.approx.f32")
FUNCTION_32(SinFtz, "sin.approx.ftz.f32")
FUNCTION_32(Sin, "sin.approx.f32")
FUNCTION_32(CosFtz, "cos.approx.ftz.f32")
FUNCTION_32(Cos, "cos.approx.f32")
FUNCTION_32(Tanh, "tanh.approx.f32")
FUNCTION_64(Rcp64, "rcp.approx.ftz.f64")
FUNCTION_64(Rsqrt64, "rsqrt.approx.ftz.f64")
FUNCTION_16(Ex2Half, "ex2.approx.f16")
FUNCTION_16(Ex2Bfloat, "ex2.approx.ftz.bf16")
FUNCTION_16(TanhHalf, "tanh.approx.f16")
FUNCTION_16(TanhBfloat, "tanh.approx.bf16")

template <class F>
__global__ void evaluate(std::uint32_t first, std::uint32_t step, std::uint32_t count,
                         std::uint32_t* results) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) results[i] = F::run(first + i * step);
}

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
}

std::vector<unsigned char> coded(const std::vector<std::uint32_t>& results) {
    std::vector<unsigned char> bytes;
    bytes.reserve(results.size());
    std::uint32_t before = 0, last = 0;
    for (const std::uint32_t result : results) {
        const auto difference = static_cast<std::int32_t>(result - 2 * last + before);
        const bool fits = difference > -128 && difference < 128;
        bytes.push_back(static_cast<unsigned char>(fits ? difference : -128));
        for (int byte = 0; !fits && byte < 4; ++byte)
            bytes.push_back(static_cast<unsigned char>(result >> (8 * byte)));
        before = last;
        last = result;
    }
    return bytes;
}

template <class F>
void sweep(const std::string& folder, std::uint32_t first, std::uint32_t step,
           std::uint32_t count) {
    std::uint32_t* on_device = nullptr;
    check(cudaMalloc(&on_device, count * sizeof(std::uint32_t)));
    evaluate<F><<<(count + 255) / 256, 256>>>(first, step, count, on_device);
    check(cudaGetLastError());
    std::vector<std::uint32_t> results(count);
    check(cudaMemcpy(results.data(), on_device, count * sizeof(std::uint32_t),
                     cudaMemcpyDeviceToHost));
    check(cudaFree(on_device));
    char name[96];
    std::snprintf(name, sizeof name, "%s.%08x.%x.%u.sweep", F::text, first, step, count);
    const std::vector<unsigned char> bytes = coded(results);
    std::FILE* file = std::fopen((folder + "/" + name).c_str(), "wb");
    if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() ||
        std::fclose(file) != 0) {
        std::perror(name);
        std::exit(1);
    }
}

// Every value of the octave that begins at these bits.
template <class F>
void octave(const std::string& folder, std::uint32_t first) {
    sweep<F>(folder, first, 1, 1u << 23);
}

// Some of every octave, signs and special values among them.
template <class... Fs>
void all_exponents(const std::string& folder) {
    (sweep<Fs>(folder, 0, 0x1ffe5, 32784), ...);
}

template <class... Fs>
void all_16_bit_values(const std::string& folder) {
    (sweep<Fs>(folder, 0, 1, 65536), ...);
}

template <class... Fs>
void two_octaves_64(const std::string& folder) {
    (sweep<Fs>(folder, 0x3ff00000, 1, 1u << 21), ...);
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: approx_dump FOLDER\n");
        return 2;
    }
    const std::string folder = arguments[1];
    constexpr std::uint32_t one = 0x3f800000, two = 0x40000000, four = 0x40800000;
    constexpr std::uint32_t half = 0x3f000000, quarter = 0x3e800000, eighth = 0x3e000000;
    constexpr std::uint32_t sign = 0x80000000;
    octave<Ex2Ftz>(folder, one);
    octave<Ex2Ftz>(folder, sign | one);
    octave<Lg2Ftz>(folder, half);
    octave<Lg2Ftz>(folder, one);
    octave<RcpFtz>(folder, one);
    octave<RsqrtFtz>(folder, one);
    octave<RsqrtFtz>(folder, two);
    octave<SqrtFtz>(folder, one);
    octave<SqrtFtz>(folder, two);
    for (const std::uint32_t first : {eighth, quarter, half, one, four})
        octave<SinFtz>(folder, first);
    octave<CosFtz>(folder, one);
    for (const std::uint32_t first : {eighth, quarter, half, one, two, four})
        octave<Tanh>(folder, first);
    two_octaves_64<Rcp64, Rsqrt64>(folder);
    all_16_bit_values<Ex2Half, Ex2Bfloat, TanhHalf, TanhBfloat>(folder);
    all_exponents<Ex2Ftz, Ex2, Lg2Ftz, Lg2, RcpFtz, Rcp, RsqrtFtz, Rsqrt, SqrtFtz, Sqrt, SinFtz,
                  Sin, CosFtz, Cos, Tanh, Rcp64, Rsqrt64>(folder);
    return 0;
}
