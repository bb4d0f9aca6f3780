// Level 1: vectors.
#include "vgpu/cublas/cublas_vectors.cuh"

namespace vgpu::cublas {
namespace {

template <class T, class Kernel, class... Arguments>
cublasStatus_t for_each_element(cublasHandle_t handle, std::int64_t n, Kernel kernel,
                                Arguments... arguments) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    return launch(handle, kernel, blocks_for(n), threads, n, arguments...);
}

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, std::int64_t n, const T* alpha, const T* x,
                    std::int64_t incx, T* y, std::int64_t incy) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr);
    return for_each_element<T>(handle, n, cublas_axpy<T>, scalar(handle, alpha), vector(x, n, incx),
                               vector(y, n, incy));
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, std::int64_t n, const T* x, std::int64_t incx, T* y,
                    std::int64_t incy) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    return for_each_element<T>(handle, n, cublas_copy<T>, vector(x, n, incx), vector(y, n, incy));
}

template <class T>
cublasStatus_t swap(cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx, T* y,
                    std::int64_t incy) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    return for_each_element<T>(handle, n, cublas_swap<T>, vector(x, n, incx), vector(y, n, incy));
}

template <class T, class Factor>
cublasStatus_t scal(cublasHandle_t handle, std::int64_t n, const Factor* alpha, T* x,
                    std::int64_t incx) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr);
    return for_each_element<T>(handle, incx > 0 ? n : 0, cublas_scal<T, Factor>,
                               scalar(handle, alpha), vector(x, n, incx));
}

template <class T, class Sine>
cublasStatus_t rot(cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx, T* y,
                   std::int64_t incy, const Real<T>* c, const Sine* s) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(c != nullptr && s != nullptr);
    return for_each_element<T>(handle, n, cublas_rot<T, Sine>, vector(x, n, incx),
                               vector(y, n, incy), scalar(handle, c), scalar(handle, s));
}

// The result is 0 if there are no elements.
template <class Result, class Start>
cublasStatus_t reduce(cublasHandle_t handle, bool is_empty, Result* result, Start start) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(result != nullptr);
    if (!is_empty) return give_result(handle, result, start);
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        return launch(handle, cublas_zero<Result>, 1, 1, result);
    *result = Result{};
    return CUBLAS_STATUS_SUCCESS;
}

template <class T, bool conjugated>
cublasStatus_t dot(cublasHandle_t handle, std::int64_t n, const T* x, std::int64_t incx, const T* y,
                   std::int64_t incy, T* result) {
    return reduce(handle, n <= 0, result, [&](T* to) {
        return launch(handle, cublas_dot<T, conjugated>, 1, threads, n, vector(x, n, incx),
                      vector(y, n, incy), to);
    });
}

template <class T>
cublasStatus_t asum(cublasHandle_t handle, std::int64_t n, const T* x, std::int64_t incx,
                    Real<T>* result) {
    return reduce(handle, n <= 0 || incx <= 0, result, [&](Real<T>* to) {
        return launch(handle, cublas_asum<T>, 1, threads, n, vector(x, n, incx), to);
    });
}

template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, std::int64_t n, const T* x, std::int64_t incx,
                    Real<T>* result) {
    return reduce(handle, n <= 0 || incx <= 0, result, [&](Real<T>* to) {
        return launch(handle, cublas_nrm2<T>, 1, threads, n, vector(x, n, incx), to);
    });
}

template <class T, class Int>
cublasStatus_t extreme(cublasHandle_t handle, void (*kernel)(std::int64_t, Vector<const T>, Int*),
                       std::int64_t n, const T* x, std::int64_t incx, Int* result) {
    return reduce(handle, n <= 0 || incx <= 0, result, [&](Int* to) {
        return launch(handle, kernel, 1, threads, n, vector(x, n, incx), to);
    });
}

} // namespace
} // namespace vgpu::cublas

using namespace vgpu::cublas;

#define WORKBOOK_FUNCTIONS "vgpu/cublas/vectors_api.inc"
#include "vgpu/cublas/both_widths.inc"
