// The numbers that the kernels compute with: real and complex ones. Numbers of 8 and 16 bits are
// widened when they are read.
#pragma once

#include "vgpu/library/multiply_add.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

namespace vgpu::cublas {

using library::Complex;
using library::multiply_add;

template <class T>
struct RealOf {
    using Type = T;
};
template <class Real>
struct RealOf<Complex<Real>> {
    using Type = Real;
};
template <class T>
using Real = typename RealOf<T>::Type;

// What a long sum is made in: its rounding must not grow with the number of elements.
inline __device__ double widen(double x) { return x; }
template <class Real>
__device__ Complex<double> widen(Complex<Real> x) {
    return {x.re, x.im};
}
template <class T>
using Wide = decltype(widen(T{}));

template <class T>
__device__ T narrow(double x) {
    return static_cast<T>(x);
}
template <class T>
__device__ T narrow(Complex<double> x) {
    return {static_cast<Real<T>>(x.re), static_cast<Real<T>>(x.im)};
}

// Converts from the type in memory to the type of the computation, and back.
template <class To, class From>
__device__ To convert(From x) {
    return static_cast<To>(x);
}
template <>
inline __device__ float convert<float, __half>(__half x) {
    return __half2float(x);
}
template <>
inline __device__ float convert<float, __nv_bfloat16>(__nv_bfloat16 x) {
    return __bfloat162float(x);
}
template <>
inline __device__ __half convert<__half, float>(float x) {
    return __float2half_rn(x);
}
template <>
inline __device__ __nv_bfloat16 convert<__nv_bfloat16, float>(float x) {
    return __float2bfloat16_rn(x);
}

inline __device__ int multiply_add(int a, int b, int c) { return a * b + c; }

template <class T>
__device__ T multiply(T a, T b) {
    return a * b;
}
template <class Real>
__device__ Complex<Real> multiply(Complex<Real> a, Complex<Real> b) {
    return multiply_add(a, b, Complex<Real>{0, 0});
}
template <class T>
__device__ T add(T a, T b) {
    return a + b;
}
template <class Real>
__device__ Complex<Real> add(Complex<Real> a, Complex<Real> b) {
    return {a.re + b.re, a.im + b.im};
}
template <class T>
__device__ T negative(T a) {
    return -a;
}
template <class Real>
__device__ Complex<Real> negative(Complex<Real> a) {
    return {-a.re, -a.im};
}

template <class T>
__device__ T divide(T a, T b) {
    return a / b;
}
// Divides first by the larger part, so that no square overflows.
template <class Real>
__device__ Complex<Real> divide(Complex<Real> a, Complex<Real> b) {
    if (fabs(b.re) >= fabs(b.im)) {
        const Real ratio = b.im / b.re, below = b.re + b.im * ratio;
        return {(a.re + a.im * ratio) / below, (a.im - a.re * ratio) / below};
    }
    const Real ratio = b.re / b.im, below = b.re * ratio + b.im;
    return {(a.re * ratio + a.im) / below, (a.im * ratio - a.re) / below};
}

template <class T>
__device__ T conjugate(T a) {
    return a;
}
template <class Real>
__device__ Complex<Real> conjugate(Complex<Real> a) {
    return {a.re, -a.im};
}
template <class T>
__device__ T conjugate_if(bool wanted, T a) {
    return wanted ? conjugate(a) : a;
}

template <class T>
__device__ bool is_zero(T a) {
    return a == T{};
}
template <class Real>
__device__ bool is_zero(Complex<Real> a) {
    return a.re == 0 && a.im == 0;
}

// The magnitude that BLAS uses for amax and asum: |re| + |im|, without a root.
template <class T>
__device__ T magnitude(T a) {
    return fabs(a);
}
template <class Real>
__device__ Real magnitude(Complex<Real> a) {
    return fabs(a.re) + fabs(a.im);
}

// A factor given by the caller: its value, or where it lies on the device.
template <class T>
struct Scalar {
    T value;
    const T* pointer;

    __device__ T get() const { return pointer != nullptr ? *pointer : value; }
};

// Element i of a vector: a negative increment begins at the vector's end.
template <class T>
struct Vector {
    T* data;
    std::int64_t increment;

    __device__ T& operator[](std::int64_t i) const { return data[i * increment]; }
};

} // namespace vgpu::cublas
