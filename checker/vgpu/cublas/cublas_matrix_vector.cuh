// The kernels of level 2, and of the triangular functions of level 3, which do for each column or
// row of a matrix what those of level 2 do for a vector.
#pragma once

#include "vgpu/cublas/cublas_vectors.cuh"

#include <type_traits>

namespace vgpu::cublas {

// y = alpha * sum + beta * y, where y is only read if beta asks for it.
template <class T>
__device__ void finish(T& y, T sum, T alpha, T beta) {
    const T value = multiply(alpha, sum);
    y = is_zero(beta) ? value : multiply_add(beta, y, value);
}

// A thread for each row, which adds up from left to right.
template <class T>
__global__ void cublas_gemv_n(std::int64_t m, std::int64_t n, Scalar<T> alpha, const T* a,
                              std::int64_t lda, Vector<const T> x, Scalar<T> beta, Vector<T> y) {
    const auto row = this_element();
    if (row >= m) return;
    const T factor = alpha.get();
    T sum{};
    if (!is_zero(factor))
        for (std::int64_t j = 0; j < n; ++j) sum = multiply_add(a[row + j * lda], x[j], sum);
    finish(y[row], sum, factor, beta.get());
}

// A block for each column.
template <class T>
__global__ void cublas_gemv_t(std::int64_t m, bool conjugated, Scalar<T> alpha, const T* a,
                              std::int64_t lda, Vector<const T> x, Scalar<T> beta, Vector<T> y) {
    const std::int64_t column = blockIdx.x;
    const T factor = alpha.get();
    T sum{};
    if (!is_zero(factor))
        for (std::int64_t i = threadIdx.x; i < m; i += threads)
            sum = multiply_add(conjugate_if(conjugated, a[i + column * lda]), x[i], sum);
    sum = combine_block(sum, [](T p, T q) { return add(p, q); });
    if (threadIdx.x == 0) finish(y[column], sum, factor, beta.get());
}

template <class T>
__global__ void cublas_symv(std::int64_t n, bool lower, bool hermitian, Scalar<T> alpha, const T* a,
                            std::int64_t lda, Vector<const T> x, Scalar<T> beta, Vector<T> y) {
    const auto row = this_element();
    if (row >= n) return;
    const T factor = alpha.get();
    T sum{};
    if (!is_zero(factor))
        for (std::int64_t j = 0; j < n; ++j) {
            const bool is_stored = lower ? row >= j : row <= j;
            T value = is_stored ? a[row + j * lda] : a[j + row * lda];
            if constexpr (!std::is_same_v<T, Real<T>>) {
                if (hermitian && row == j) value.im = 0;
            }
            sum = multiply_add(conjugate_if(hermitian && !is_stored, value), x[j], sum);
        }
    finish(y[row], sum, factor, beta.get());
}

// A thread for each element, a block for 256 of a column.
template <class T>
__global__ void cublas_ger(std::int64_t m, std::int64_t n, bool conjugated, Scalar<T> alpha,
                           Vector<const T> x, Vector<const T> y, T* a, std::int64_t lda) {
    const auto row = this_element();
    const T factor = alpha.get();
    if (row >= m || is_zero(factor)) return;
    for (std::int64_t column = blockIdx.y; column < n; column += gridDim.y) {
        T& element = a[row + column * lda];
        element =
            multiply_add(multiply(factor, x[row]), conjugate_if(conjugated, y[column]), element);
    }
}

template <class T>
__global__ void cublas_syr(std::int64_t n, bool lower, Scalar<T> alpha, Vector<const T> x, T* a,
                           std::int64_t lda) {
    const auto row = this_element();
    const T factor = alpha.get();
    if (row >= n || is_zero(factor)) return;
    for (std::int64_t column = blockIdx.y; column < n; column += gridDim.y) {
        if (lower ? row < column : row > column) continue;
        T& element = a[row + column * lda];
        element = multiply_add(multiply(factor, x[row]), x[column], element);
    }
}

// op(A) of a triangular A: which elements are not zero, and what they are.
template <class T>
struct Triangle {
    const T* data;
    std::int64_t leading;
    bool lower; // of op(A)
    bool transposed, conjugated, unit;

    __device__ T at(std::int64_t i, std::int64_t j) const {
        if (unit && i == j) {
            T one{};
            if constexpr (std::is_same_v<T, Real<T>>)
                one = 1;
            else
                one.re = 1;
            return one;
        }
        return conjugate_if(conjugated, transposed ? data[j + i * leading] : data[i + j * leading]);
    }
};

// Vectors of n elements, one for each block.
template <class T>
struct Vectors {
    T* data;
    std::int64_t increment, distance; // between the elements of a vector, and between vectors

    __device__ Vector<T> operator[](std::int64_t which) const {
        return {data + which * distance, increment};
    }
};

// to = alpha * op(A) * from, which may be the same memory: 256 elements at a time, beginning where
// what they replace is not needed by those behind. Each sum runs over the columns upwards.
template <class T>
__device__ void multiply_triangle(std::int64_t n, const Triangle<T>& a, T alpha,
                                  Vector<const T> from, Vector<T> to) {
    const std::int64_t chunks = (n + threads - 1) / threads;
    for (std::int64_t done = 0; done < chunks; ++done) {
        const std::int64_t row = (a.lower ? chunks - 1 - done : done) * threads + threadIdx.x;
        T sum{};
        if (row < n && !is_zero(alpha)) {
            const std::int64_t end = a.lower ? row + 1 : n;
            for (std::int64_t j = a.lower ? 0 : row; j < end; ++j)
                sum = multiply_add(a.at(row, j), from[j], sum);
        }
        __syncthreads(); // all have read what is replaced now
        if (row < n) to[row] = multiply(alpha, sum);
        __syncthreads();
    }
}
template <class T>
__global__ void cublas_trmv(std::int64_t n, Triangle<T> a, T one, Vector<T> x) {
    multiply_triangle(n, a, one, Vector<const T>{x.data, x.increment}, x);
}
template <class T>
__global__ void cublas_trmm(std::int64_t n, Triangle<T> a, Scalar<T> alpha, Vectors<const T> from,
                            Vectors<T> to) {
    multiply_triangle(n, a, alpha.get(), from[blockIdx.x], to[blockIdx.x]);
}

// x = op(A)^-1 * alpha * x: element by element from the end where there is one unknown, each of
// which is then taken from all others.
template <class T>
__device__ void solve_triangle(std::int64_t n, const Triangle<T>& a, T alpha, Vector<T> x) {
    for (std::int64_t i = threadIdx.x; i < n; i += threads)
        x[i] = is_zero(alpha) ? T{} : multiply(alpha, T(x[i]));
    if (is_zero(alpha)) return;
    for (std::int64_t done = 0; done < n; ++done) {
        const std::int64_t j = a.lower ? done : n - 1 - done;
        __syncthreads();
        if (threadIdx.x == 0 && !a.unit) x[j] = divide(T(x[j]), a.at(j, j));
        __syncthreads();
        const T value = negative(T(x[j]));
        const std::int64_t left = n - 1 - done;
        for (std::int64_t at = threadIdx.x; at < left; at += threads) {
            const std::int64_t i = a.lower ? j + 1 + at : at;
            x[i] = multiply_add(a.at(i, j), value, T(x[i]));
        }
    }
}
template <class T>
__global__ void cublas_trsv(std::int64_t n, Triangle<T> a, T one, Vector<T> x) {
    solve_triangle(n, a, one, x);
}
template <class T>
__global__ void cublas_trsm(std::int64_t n, Triangle<T> a, Scalar<T> alpha, Vectors<T> x) {
    solve_triangle(n, a, alpha.get(), x[blockIdx.x]);
}

} // namespace vgpu::cublas
