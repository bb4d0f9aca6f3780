// Arrays of the types of BLAS beside the complex doubles that are expected: what the programs that
// try cuBLAS and cuBLASLt have in common.
#pragma once

#include "check.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cuComplex.h>
#include <cublas_api.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

// The first mistake ends the program; on a GPU that is not there every day, all of them are wanted.
inline void wrong() {
    if (std::getenv("WORKBOOK_GO_ON") == nullptr) std::exit(1);
}

using Wide = std::complex<double>;
using Wides = std::vector<Wide>;

inline Wide wide(float x) { return x; }
inline Wide wide(double x) { return x; }
inline Wide wide(cuComplex x) { return {x.x, x.y}; }
inline Wide wide(cuDoubleComplex x) { return {x.x, x.y}; }
inline Wide wide(__half x) { return __half2float(x); }
inline Wide wide(__nv_bfloat16 x) { return __bfloat162float(x); }
inline Wide wide(int x) { return x; }
inline Wide wide(std::int8_t x) { return x; }
inline Wide wide(__nv_fp8_e4m3 x) { return static_cast<float>(x); }
inline Wide wide(__nv_fp8_e5m2 x) { return static_cast<float>(x); }

template <class T>
T narrow(Wide x) {
    return static_cast<T>(x.real());
}
template <>
inline cuComplex narrow<cuComplex>(Wide x) {
    return {static_cast<float>(x.real()), static_cast<float>(x.imag())};
}
template <>
inline cuDoubleComplex narrow<cuDoubleComplex>(Wide x) {
    return {x.real(), x.imag()};
}
template <>
inline __half narrow<__half>(Wide x) {
    return __float2half(static_cast<float>(x.real()));
}
template <>
inline __nv_bfloat16 narrow<__nv_bfloat16>(Wide x) {
    return __float2bfloat16(static_cast<float>(x.real()));
}

template <>
inline __nv_fp8_e4m3 narrow<__nv_fp8_e4m3>(Wide x) {
    return __nv_fp8_e4m3(static_cast<float>(x.real()));
}
template <>
inline __nv_fp8_e5m2 narrow<__nv_fp8_e5m2>(Wide x) {
    return __nv_fp8_e5m2(static_cast<float>(x.real()));
}

template <class T>
constexpr double tolerance() {
    if (std::is_same_v<T, double> || std::is_same_v<T, cuDoubleComplex>) return 1e-12;
    if (std::is_same_v<T, __half>) return 2e-3;
    if (std::is_same_v<T, __nv_bfloat16>) return 1e-2;
    if (std::is_same_v<T, __nv_fp8_e4m3>) return 0x1p-4;
    if (std::is_same_v<T, __nv_fp8_e5m2>) return 0x1p-3;
    return std::is_integral_v<T> ? 0 : 1e-5;
}

// Quarters from -2 to 2, whose sums of products floats hold without an error.
inline Wide next_number(bool is_complex) {
    static unsigned state = 1;
    const auto next = [] {
        state = state * 1664525u + 1013904223u;
        return (static_cast<int>(state >> 24) % 17 - 8) / 4.0;
    };
    const double real = next();
    return {real, is_complex ? next() : 0};
}

template <class T>
constexpr bool is_complex = std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>;

// What must not be read, and what must not be written.
inline const double untouched = std::numeric_limits<double>::quiet_NaN();

// An array on the device, and what is expected there.
template <class T>
struct Array {
    Wides expected;
    T* device = nullptr;

    explicit Array(std::size_t count) : expected(count) {
        check(cudaMalloc(&device, count * sizeof(T)));
        for (Wide& x : expected) x = wide(narrow<T>(next_number(is_complex<T>)));
    }
    Array(const Array&) = delete;
    ~Array() { cudaFree(device); }

    void upload() {
        std::vector<T> values;
        for (const Wide& x : expected) values.push_back(narrow<T>(x));
        check(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    void compare(const char* what, double times = 1, int line = __builtin_LINE()) const {
        std::vector<T> values(expected.size());
        check(cudaMemcpy(values.data(), device, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Wide found = wide(values[i]);
            if (std::isnan(expected[i].real()) && std::isnan(found.real())) continue;
            const double error = std::abs(found - expected[i]);
            if (error <= times * tolerance<T>() * (1 + std::abs(expected[i]))) continue;
            std::fprintf(stderr, "line %d: %s: element %zu is (%g, %g), expected (%g, %g)\n", line,
                         what, i, found.real(), found.imag(), expected[i].real(),
                         expected[i].imag());
            wrong();
            return;
        }
    }
};

// A factor, on the host and on the device.
template <class T>
struct Factor {
    T host;
    T* device = nullptr;

    explicit Factor(Wide x) : host(narrow<T>(x)) {
        check(cudaMalloc(&device, sizeof(T)));
        check(cudaMemcpy(device, &host, sizeof(T), cudaMemcpyHostToDevice));
    }
    Factor(const Factor&) = delete;
    ~Factor() { cudaFree(device); }
    T* at(cublasPointerMode_t mode) { return mode == CUBLAS_POINTER_MODE_HOST ? &host : device; }
    Wide value() {
        T copy;
        check(cudaMemcpy(&copy, device, sizeof(T), cudaMemcpyDeviceToHost));
        return wide(copy);
    }
};
