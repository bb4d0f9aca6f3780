// a * b + c with one rounding, of real and of complex numbers.
#pragma once

#include "vgpu/library/complex.hpp"

namespace vgpu::library {

inline __device__ float multiply_add(float a, float b, float c) { return fmaf(a, b, c); }
inline __device__ double multiply_add(double a, double b, double c) { return fma(a, b, c); }
// Rounds once for each of the four products.
template <class Real>
__device__ Complex<Real> multiply_add(Complex<Real> a, Complex<Real> b, Complex<Real> c) {
    return {multiply_add(-a.im, b.im, multiply_add(a.re, b.re, c.re)),
            multiply_add(a.im, b.re, multiply_add(a.re, b.im, c.im))};
}

} // namespace vgpu::library
