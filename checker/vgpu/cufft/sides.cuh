// Complex numbers, and how a pass of cuFFT reads and writes those of its two sides.
#pragma once

#include "vgpu/cufft/pass.hpp"
#include "vgpu/library/multiply_add.cuh"

namespace vgpu::cufft {

using library::multiply_add;

template <class Real>
__device__ Complex<Real> multiply(Complex<Real> a, Complex<Real> b) {
    return {multiply_add(-a.im, b.im, a.re * b.re), multiply_add(a.im, b.re, a.re * b.im)};
}

template <class Real>
__device__ Complex<Real> root(const Pass<Real>& pass, long long index) {
    const Complex<Real> w = pass.roots[index];
    return {w.re, w.im * pass.sign};
}

inline __device__ long long place(const Layout& layout, long long transform, long long point) {
    long long offset = point * layout.step;
    for (const Loop& loop : layout.loops) {
        offset += transform % loop.count * loop.stride;
        transform /= loop.count;
    }
    return offset;
}

template <class Real>
__device__ Complex<Real> apply_factor(const Side<Real>& side, long long point, Complex<Real> x) {
    if (side.factors == nullptr) return x;
    const Complex<Real> factor = side.factors[point];
    return multiply(x, {factor.re, side.conjugated ? -factor.im : factor.im});
}

template <class Real>
__device__ Complex<Real> read(const Side<Real>& side, long long transform, long long point) {
    if (point >= side.points) return {0, 0};
    const bool mirrored = side.kind == Kind::half && point > side.points / 2;
    const auto at = place(side.layout, transform, mirrored ? side.points - point : point);
    Complex<Real> x{0, 0};
    if (side.kind == Kind::real)
        x.re = static_cast<const Real*>(side.data)[at];
    else
        x = static_cast<const Complex<Real>*>(side.data)[at];
    if (mirrored) x.im = -x.im;
    return apply_factor(side, point, x);
}

template <class Real>
__device__ void write(const Side<Real>& side, long long transform, long long point,
                      Complex<Real> x) {
    if (point >= side.points || (side.kind == Kind::half && point > side.points / 2)) return;
    const auto at = place(side.layout, transform, point);
    x = apply_factor(side, point, x);
    if (side.kind == Kind::real)
        static_cast<Real*>(side.data)[at] = x.re;
    else
        static_cast<Complex<Real>*>(side.data)[at] = x;
}

} // namespace vgpu::cufft
