// Level 3 apart from gemm: symmetric and triangular matrices, and cuBLAS's own geam and dgmm.
#include "vgpu/cublas/gemm_launch.hpp"
#include "vgpu/cublas/triangles.hpp"

#define WORKBOOK_PRODUCT_KERNEL(name, T)                                                           \
    extern "C" __global__ void __launch_bounds__(256) name(const vgpu::cublas::GemmTask<T> task) { \
        vgpu::cublas::multiply_matrices<T, T, T, T>(task);                                         \
    }
#define WORKBOOK_PRODUCT_KERNELS(letter, T)                                                        \
    WORKBOOK_PRODUCT_KERNEL(cublas_##letter##symm, T)                                              \
    WORKBOOK_PRODUCT_KERNEL(cublas_##letter##syrk, T)
using vgpu::cublas::Complex;
WORKBOOK_PRODUCT_KERNELS(s, float)
WORKBOOK_PRODUCT_KERNELS(d, double)
WORKBOOK_PRODUCT_KERNELS(c, Complex<float>)
WORKBOOK_PRODUCT_KERNELS(z, Complex<double>)

namespace vgpu::cublas {
namespace {

template <class T>
__global__ void cublas_geam(std::int64_t m, std::int64_t n, Scalar<T> alpha, Operand a,
                            Scalar<T> beta, Operand b, T* c, std::int64_t ldc) {
    const auto row = this_element();
    if (row >= m) return;
    const T first = alpha.get(), second = beta.get();
    for (std::int64_t column = blockIdx.y; column < n; column += gridDim.y) {
        T sum{};
        if (!is_zero(first)) sum = multiply(first, a.read<T>(a.of_problem<T>(0), row, column));
        if (!is_zero(second))
            sum = multiply_add(second, b.read<T>(b.of_problem<T>(0), row, column), sum);
        c[row + column * ldc] = sum;
    }
}

template <class T>
__global__ void cublas_dgmm(std::int64_t m, std::int64_t n, bool by_rows, const T* a,
                            std::int64_t lda, Vector<const T> x, T* c, std::int64_t ldc) {
    const auto row = this_element();
    if (row >= m) return;
    for (std::int64_t column = blockIdx.y; column < n; column += gridDim.y)
        c[row + column * ldc] = multiply(a[row + column * lda], T(x[by_rows ? row : column]));
}

// C = alpha A B + beta C, or B A, where a triangle of A is stored.
template <class T>
cublasStatus_t symm(cublasHandle_t handle, GemmKernel<T> kernel, bool hermitian,
                    cublasSideMode_t side, cublasFillMode_t fill, std::int64_t m, std::int64_t n,
                    const T* alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                    const T* beta, T* c, std::int64_t ldc) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_side(side) && is_triangle(fill) && m >= 0 && n >= 0);
    const bool is_left = side == CUBLAS_SIDE_LEFT;
    const std::int64_t k = is_left ? m : n;
    WORKBOOK_CUBLAS_REQUIRE(is_leading(lda, k) && is_leading(ldb, m) && is_leading(ldc, m));
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr && beta != nullptr);
    Operand symmetric = operand(a, lda, CUBLAS_OP_N);
    symmetric.stored = stored(fill);
    symmetric.hermitian = hermitian;
    const Operand other = operand(b, ldb, CUBLAS_OP_N);
    return launch_product(handle, kernel,
                          {m, n, k, 1, is_left ? symmetric : other, is_left ? other : symmetric, c,
                           nullptr, ldc, 0, Stored::all, scalar(handle, alpha),
                           scalar(handle, beta)});
}

// A triangle of C = alpha op(A) op(B)^T + beta C, which is symmetric if A is B.
template <class T>
cublasStatus_t syrkx(cublasHandle_t handle, const char* name, GemmKernel<T> kernel,
                     cublasFillMode_t fill, cublasOperation_t op, std::int64_t n, std::int64_t k,
                     const T* alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                     const T* beta, T* c, std::int64_t ldc) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 1, is_triangle(fill));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 2, is_operation(op));
    // There is no conjugate in a symmetric product of complex numbers.
    if constexpr (!std::is_same_v<T, Real<T>>)
        WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 2, op != CUBLAS_OP_C);
    const std::int64_t rows = op == CUBLAS_OP_N ? n : k;
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 3, n >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 4, k >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 7, is_leading(lda, rows));
    WORKBOOK_CUBLAS_REQUIRE(is_leading(ldb, rows));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 10, is_leading(ldc, n));
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr && beta != nullptr);
    const auto second = op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
    return launch_product(handle, kernel,
                          {n, n, k, 1, operand(a, lda, op), operand(b, ldb, second), c, nullptr,
                           ldc, 0, stored(fill), scalar(handle, alpha), scalar(handle, beta)});
}

// What trmm and trsm have in common. On the right side, the rows are vectors, by which the
// transpose of op(A) is multiplied.
struct Sides {
    cublasSideMode_t side;
    cublasFillMode_t fill;
    cublasOperation_t op;
    cublasDiagType_t diagonal;
    std::int64_t m, n;

    bool are_right() const {
        return is_side(side) && is_triangle(fill) && is_operation(op) && is_diagonal(diagonal) &&
               m >= 0 && n >= 0;
    }
    bool is_left() const { return side == CUBLAS_SIDE_LEFT; }
    std::int64_t elements() const { return is_left() ? m : n; } // of a vector
    unsigned vectors() const { return static_cast<unsigned>(is_left() ? n : m); }

    template <class T>
    Triangle<T> triangle_of(const T* a, std::int64_t lda) const {
        auto triangle = vgpu::cublas::triangle(a, lda, fill, op, diagonal);
        if (!is_left()) {
            triangle.transposed = !triangle.transposed;
            triangle.lower = !triangle.lower;
        }
        return triangle;
    }
    template <class T>
    Vectors<T> vectors_of(T* b, std::int64_t ldb) const {
        return is_left() ? Vectors<T>{b, 1, ldb} : Vectors<T>{b, ldb, 1};
    }
};

template <class T>
cublasStatus_t trmm(cublasHandle_t handle, const Sides& sides, const T* alpha, const T* a,
                    std::int64_t lda, const T* b, std::int64_t ldb, T* c, std::int64_t ldc) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(sides.are_right() && is_leading(lda, sides.elements()));
    WORKBOOK_CUBLAS_REQUIRE(is_leading(ldb, sides.m) && is_leading(ldc, sides.m));
    if (sides.m == 0 || sides.n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr);
    return launch(handle, cublas_trmm<T>, sides.vectors(), threads, sides.elements(),
                  sides.triangle_of(a, lda), scalar(handle, alpha), sides.vectors_of(b, ldb),
                  sides.vectors_of(c, ldc));
}

template <class T>
cublasStatus_t trsm(cublasHandle_t handle, const char* name, const Sides& sides, const T* alpha,
                    const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 1, is_side(sides.side));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 2, is_triangle(sides.fill));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 3, is_operation(sides.op));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 4, is_diagonal(sides.diagonal));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 5, sides.m >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 6, sides.n >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 9, is_leading(lda, sides.elements()));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 11, is_leading(ldb, sides.m));
    if (sides.m == 0 || sides.n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr);
    return launch(handle, cublas_trsm<T>, sides.vectors(), threads, sides.elements(),
                  sides.triangle_of(a, lda), scalar(handle, alpha), sides.vectors_of(b, ldb));
}

template <class T>
cublasStatus_t geam(cublasHandle_t handle, const char* name, cublasOperation_t op_a,
                    cublasOperation_t op_b, std::int64_t m, std::int64_t n, const T* alpha,
                    const T* a, std::int64_t lda, const T* beta, const T* b, std::int64_t ldb, T* c,
                    std::int64_t ldc) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 1, is_operation(op_a));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 2, is_operation(op_b));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 3, m >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 4, n >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 7, is_leading(lda, op_a == CUBLAS_OP_N ? m : n));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 10, is_leading(ldb, op_b == CUBLAS_OP_N ? m : n));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 12, is_leading(ldc, m));
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr && beta != nullptr);
    // If C is A or B, each element must be read where it is written.
    WORKBOOK_CUBLAS_REQUIRE(a != c || (op_a == CUBLAS_OP_N && lda == ldc));
    WORKBOOK_CUBLAS_REQUIRE(b != c || (op_b == CUBLAS_OP_N && ldb == ldc));
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    return launch(handle, cublas_geam<T>, blocks_of_columns(m, n), threads, m, n,
                  scalar(handle, alpha), operand(a, lda, op_a), scalar(handle, beta),
                  operand(b, ldb, op_b), c, ldc);
}

template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, std::int64_t m, std::int64_t n,
                    const T* a, std::int64_t lda, const T* x, std::int64_t incx, T* c,
                    std::int64_t ldc) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_side(side) && m >= 0 && n >= 0);
    WORKBOOK_CUBLAS_REQUIRE(is_leading(lda, m) && is_leading(ldc, m));
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const bool by_rows = side == CUBLAS_SIDE_LEFT;
    return launch(handle, cublas_dgmm<T>, blocks_of_columns(m, n), threads, m, n, by_rows, a, lda,
                  vector(x, by_rows ? m : n, incx), c, ldc);
}

} // namespace
} // namespace vgpu::cublas

using namespace vgpu::cublas;

#define WORKBOOK_FUNCTIONS "vgpu/cublas/matrices_api.inc"
#include "vgpu/cublas/both_widths.inc"
