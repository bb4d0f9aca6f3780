// What the programs that try cuBLAS have in common: arrays of four types beside the complex doubles
// that are expected, and the functions' names by type.
#pragma once

#include "check.hpp"

#include <cublas_v2.h>

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

inline void check(cublasStatus_t status, int line = __builtin_LINE()) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "line %d: %s\n", line, cublasGetStatusName(status));
    wrong();
}

inline Wide wide(float x) { return x; }
inline Wide wide(double x) { return x; }
inline Wide wide(cuComplex x) { return {x.x, x.y}; }
inline Wide wide(cuDoubleComplex x) { return {x.x, x.y}; }
inline Wide wide(__half x) { return __half2float(x); }
inline Wide wide(__nv_bfloat16 x) { return __bfloat162float(x); }
inline Wide wide(int x) { return x; }
inline Wide wide(std::int8_t x) { return x; }

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

template <class T>
constexpr double tolerance() {
    if (std::is_same_v<T, double> || std::is_same_v<T, cuDoubleComplex>) return 1e-12;
    if (std::is_same_v<T, __half>) return 2e-3;
    if (std::is_same_v<T, __nv_bfloat16>) return 1e-2;
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

inline cublasHandle_t handle() {
    static cublasHandle_t only = [] {
        cublasHandle_t made = nullptr;
        check(cublasCreate(&made));
        return made;
    }();
    return only;
}

template <class Body>
void in_both_modes(Body body) {
    for (const auto mode : {CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE}) {
        check(cublasSetPointerMode(handle(), mode));
        body(mode);
    }
    check(cublasSetPointerMode(handle(), CUBLAS_POINTER_MODE_HOST));
}

inline const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
inline const cublasFillMode_t triangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};

// Element (i, j) of op(A).
inline Wide element(const Wides& a, int leading, cublasOperation_t op, int i, int j) {
    const Wide x = op == CUBLAS_OP_N ? a[i + j * leading] : a[j + i * leading];
    return op == CUBLAS_OP_C ? std::conj(x) : x;
}

inline bool is_in(cublasFillMode_t fill, int i, int j) {
    return fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
}

// Element i of a vector of n.
inline std::size_t place(int n, int increment, int i) {
    return static_cast<std::size_t>(increment < 0 ? (i - n + 1) * increment : i * increment);
}
inline std::size_t size_of(int n, int increment) {
    return n == 0 ? 1 : static_cast<std::size_t>((n - 1) * std::abs(increment) + 1);
}

// The functions of a type, by their letter.
template <class T>
struct Blas;
#define WORKBOOK_BLAS(T, letter, ger_name)                                                         \
    template <>                                                                                    \
    struct Blas<T> {                                                                               \
        static constexpr auto axpy = cublas##letter##axpy;                                         \
        static constexpr auto copy = cublas##letter##copy;                                         \
        static constexpr auto swap = cublas##letter##swap;                                         \
        static constexpr auto scal = cublas##letter##scal;                                         \
        static constexpr auto rot = cublas##letter##rot;                                           \
        static constexpr auto gemv = cublas##letter##gemv;                                         \
        static constexpr auto symv = cublas##letter##symv;                                         \
        static constexpr auto ger = cublas##letter##ger_name;                                      \
        static constexpr auto syr = cublas##letter##syr;                                           \
        static constexpr auto trmv = cublas##letter##trmv;                                         \
        static constexpr auto trsv = cublas##letter##trsv;                                         \
        static constexpr auto gemm = cublas##letter##gemm;                                         \
        static constexpr auto gemm_batched = cublas##letter##gemmBatched;                          \
        static constexpr auto gemm_strided = cublas##letter##gemmStridedBatched;                   \
        static constexpr auto symm = cublas##letter##symm;                                         \
        static constexpr auto syrk = cublas##letter##syrk;                                         \
        static constexpr auto syrkx = cublas##letter##syrkx;                                       \
        static constexpr auto trmm = cublas##letter##trmm;                                         \
        static constexpr auto trsm = cublas##letter##trsm;                                         \
        static constexpr auto geam = cublas##letter##geam;                                         \
        static constexpr auto dgmm = cublas##letter##dgmm;                                         \
        static constexpr char name = #letter[0];                                                   \
    }
WORKBOOK_BLAS(float, S, ger);
WORKBOOK_BLAS(double, D, ger);
WORKBOOK_BLAS(cuComplex, C, geru);
WORKBOOK_BLAS(cuDoubleComplex, Z, geru);
#undef WORKBOOK_BLAS
template <>
struct Blas<__half> {
    static constexpr auto gemm = cublasHgemm;
    static constexpr auto gemm_batched = cublasHgemmBatched;
    static constexpr auto gemm_strided = cublasHgemmStridedBatched;
};
