// <cuda_fp8.h>: every code of both 8-bit formats read, edges and a walk through all exponents
// written. The header has instructions from sm_89 on and computes the same by hand before: one
// expected text for both.
#include "check.hpp"

#include <cstring>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <vector>

namespace {

// FNV-1a: one number for many bytes.
unsigned hash(const void* bytes, std::size_t count) {
    unsigned result = 2166136261u;
    for (std::size_t i = 0; i < count; ++i)
        result = (result ^ static_cast<const unsigned char*>(bytes)[i]) * 16777619u;
    return result;
}

__global__ void read_codes(unsigned short* halves, float* floats, int which) {
    const auto code = static_cast<unsigned char>(threadIdx.x);
    const auto format = which == 0 ? __NV_E4M3 : __NV_E5M2;
    halves[threadIdx.x] = __nv_cvt_fp8_to_halfraw(code, format).x;
    __nv_fp8_e4m3 small;
    __nv_fp8_e5m2 wide;
    small.__x = wide.__x = code;
    floats[threadIdx.x] = which == 0 ? float(small) : float(wide);
}

__global__ void write_codes(const float* values, int n, unsigned char* codes, int which) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const auto format = which == 0 ? __NV_E4M3 : __NV_E5M2;
    codes[4 * i] = __nv_cvt_float_to_fp8(values[i], __NV_SATFINITE, format);
    codes[4 * i + 1] = which == 0 ? __nv_fp8_e4m3(values[i]).__x : __nv_fp8_e5m2(values[i]).__x;
    const float2 pair{values[i], -values[i]};
    const auto both = __nv_cvt_float2_to_fp8x2(pair, __NV_SATFINITE, format);
    codes[4 * i + 2] = static_cast<unsigned char>(both);
    codes[4 * i + 3] = static_cast<unsigned char>(both >> 8);
}

} // namespace

int main() {
    std::vector<float> values{0.0f,   1.0f,   1.0625f, 1.1875f, 0x1p-9f,  0x1p-10f, 0x1.8p-9f,
                              448.0f, 464.0f, 464.1f,  1e9f,    57344.0f, 61440.0f, 1e-30f};
    const std::size_t shown = values.size();
    for (unsigned bits = 0; bits < 0x7f800000u; bits += 0x000fffffu) { // all exponents
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        values.push_back(value);
    }
    const int n = static_cast<int>(values.size());
    float *in = nullptr, *floats = nullptr;
    unsigned char* codes = nullptr;
    unsigned short* halves = nullptr;
    check(cudaMallocManaged(&in, values.size() * sizeof(float)));
    check(cudaMallocManaged(&floats, 256 * sizeof(float)));
    check(cudaMallocManaged(&halves, 256 * sizeof(unsigned short)));
    check(cudaMallocManaged(&codes, 4 * values.size()));
    std::memcpy(in, values.data(), values.size() * sizeof(float));
    for (int which = 0; which < 2; ++which) {
        std::printf("%s\n", which == 0 ? "e4m3" : "e5m2");
        read_codes<<<1, 256>>>(halves, floats, which);
        finish();
        std::printf("  codes 1, 0x38, 0x7e, 0x7f, 0xff as halves: %04x %04x %04x %04x %04x\n",
                    halves[1], halves[0x38], halves[0x7e], halves[0x7f], halves[0xff]);
        std::printf("  all 256 as halves and as floats: %08x %08x\n", hash(halves, 512),
                    hash(floats, 1024));
        write_codes<<<(n + 127) / 128, 128>>>(in, n, codes, which);
        finish();
        for (std::size_t i = 0; i < shown; ++i)
            std::printf("  %g: %02x %02x %02x %02x\n", values[i], codes[4 * i], codes[4 * i + 1],
                        codes[4 * i + 2], codes[4 * i + 3]);
        std::printf("  all %d: %08x\n", n, hash(codes, 4 * values.size()));
    }
    check(cudaFree(in));
    check(cudaFree(floats));
    check(cudaFree(halves));
    check(cudaFree(codes));
}
