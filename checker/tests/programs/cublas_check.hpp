// What the programs that try cuBLAS have in common: a handle, and the functions' names by type.
#pragma once

#include <cublas_v2.h>

#include "blas_numbers.hpp"

inline void check(cublasStatus_t status, int line = __builtin_LINE()) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "line %d: %s\n", line, cublasGetStatusName(status));
    wrong();
}

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
