// The kernels of level 1: a thread for each element; one block where there is one result. Its
// threads add every 256th element upwards, and a tree adds their sums, so that a result is the same
// each time.
#pragma once

#include "vgpu/cublas/launch.hpp"

namespace vgpu::cublas {

inline __device__ std::int64_t this_element() {
    return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

// Combines the values of all threads. Every thread gets the result.
template <class T, class Combine>
__device__ T combine_block(T value, Combine combine) {
    __shared__ T values[threads];
    values[threadIdx.x] = value;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            values[threadIdx.x] = combine(values[threadIdx.x], values[threadIdx.x + half]);
    }
    __syncthreads();
    const T result = values[0];
    __syncthreads(); // the array is free again
    return result;
}

template <class T>
__global__ void cublas_axpy(std::int64_t n, Scalar<T> alpha, Vector<const T> x, Vector<T> y) {
    const auto i = this_element();
    if (i < n) y[i] = multiply_add(alpha.get(), x[i], y[i]);
}

template <class T>
__global__ void cublas_copy(std::int64_t n, Vector<const T> x, Vector<T> y) {
    const auto i = this_element();
    if (i < n) y[i] = x[i];
}

template <class T>
__global__ void cublas_swap(std::int64_t n, Vector<T> x, Vector<T> y) {
    const auto i = this_element();
    if (i >= n) return;
    const T value = x[i];
    x[i] = y[i];
    y[i] = value;
}

template <class T>
__device__ T scale(T x, T factor) {
    return multiply(factor, x);
}
template <class Real>
__device__ Complex<Real> scale(Complex<Real> x, Real factor) {
    return {factor * x.re, factor * x.im};
}

template <class T, class Factor>
__global__ void cublas_scal(std::int64_t n, Scalar<Factor> alpha, Vector<T> x) {
    const auto i = this_element();
    if (i < n) x[i] = scale(x[i], alpha.get());
}

// x, y = c x + s y, c y - conj(s) x
template <class T, class Sine>
__global__ void cublas_rot(std::int64_t n, Vector<T> x, Vector<T> y, Scalar<Real<T>> c,
                           Scalar<Sine> s) {
    const auto i = this_element();
    if (i >= n) return;
    const T old_x = x[i], old_y = y[i];
    const Sine sine = s.get();
    x[i] = add(scale(old_x, c.get()), scale(old_y, sine));
    y[i] = add(scale(old_y, c.get()), negative(scale(old_x, conjugate(sine))));
}

template <class T, bool conjugated>
__global__ void cublas_dot(std::int64_t n, Vector<const T> x, Vector<const T> y, T* result) {
    Wide<T> sum{};
    for (std::int64_t i = threadIdx.x; i < n; i += threads)
        sum = multiply_add(widen(conjugate_if(conjugated, x[i])), widen(y[i]), sum);
    sum = combine_block(sum, [](Wide<T> a, Wide<T> b) { return add(a, b); });
    if (threadIdx.x == 0) *result = narrow<T>(sum);
}

template <class T>
__global__ void cublas_asum(std::int64_t n, Vector<const T> x, Real<T>* result) {
    double sum = 0;
    for (std::int64_t i = threadIdx.x; i < n; i += threads) sum += magnitude(widen(x[i]));
    sum = combine_block(sum, [](double a, double b) { return a + b; });
    if (threadIdx.x == 0) *result = narrow<Real<T>>(sum);
}

template <class Real>
__device__ Real square(Real x, Real largest) {
    return x / largest * (x / largest);
}
template <class Real>
__device__ Real square(Complex<Real> x, Real largest) {
    return square(x.re, largest) + square(x.im, largest);
}

// Divided by the largest magnitude, no square overflows or vanishes.
template <class T>
__global__ void cublas_nrm2(std::int64_t n, Vector<const T> x, Real<T>* result) {
    Real<T> largest = 0;
    for (std::int64_t i = threadIdx.x; i < n; i += threads) {
        const Real<T> here = magnitude(T(x[i]));
        if (!(here <= largest)) largest = here; // also if it is no number
    }
    largest = combine_block(largest, [](Real<T> a, Real<T> b) { return b <= a ? a : b; });
    double sum = 0;
    if (largest != 0 && !isinf(largest))
        for (std::int64_t i = threadIdx.x; i < n; i += threads) sum += square(T(x[i]), largest);
    sum = combine_block(sum, [](double a, double b) { return a + b; });
    if (threadIdx.x == 0) *result = isinf(largest) ? largest : narrow<Real<T>>(largest * sqrt(sum));
}

template <class Real>
struct Place {
    Real magnitude;
    std::int64_t at; // from 1; 0: none
};

template <class Real, bool largest>
__device__ bool is_before(const Place<Real>& a, const Place<Real>& b) {
    if (a.at == 0 || b.at == 0) return b.at == 0;
    if (a.magnitude != b.magnitude)
        return largest ? a.magnitude > b.magnitude : a.magnitude < b.magnitude;
    return a.at < b.at;
}

// The first place of the largest or the smallest magnitude.
template <class T, class Int, bool largest>
__device__ void find_extreme(std::int64_t n, Vector<const T> x, Int* result) {
    Place<Real<T>> found{0, 0};
    for (std::int64_t i = threadIdx.x; i < n; i += threads) {
        const Place<Real<T>> here{magnitude(T(x[i])), i + 1};
        if (is_before<Real<T>, largest>(here, found)) found = here;
    }
    found = combine_block(found, [](Place<Real<T>> a, Place<Real<T>> b) {
        return is_before<Real<T>, largest>(b, a) ? b : a;
    });
    if (threadIdx.x == 0) *result = static_cast<Int>(found.at);
}
template <class T, class Int>
__global__ void cublas_amax(std::int64_t n, Vector<const T> x, Int* result) {
    find_extreme<T, Int, true>(n, x, result);
}
template <class T, class Int>
__global__ void cublas_amin(std::int64_t n, Vector<const T> x, Int* result) {
    find_extreme<T, Int, false>(n, x, result);
}

// Writes the result for a vector without elements: 0.
template <class T>
__global__ void cublas_zero(T* result) {
    *result = T{};
}

} // namespace vgpu::cublas
