// What the kernels of cuFFT do: a block brings transforms to shared memory, computes them there and
// writes them.
#pragma once

#include "vgpu/cufft/sides.cuh"

namespace vgpu::cufft {

// x exp(-2 pi i eighths / 8), or with the other sign; `eighths` is 0 to 3, known to the compiler.
template <class Real>
__device__ Complex<Real> turn(Complex<Real> x, int eighths, Real sign) {
    constexpr Real half_root = 0.70710678118654752440;
    const Real re = x.re, im = x.im;
    switch (eighths) {
    case 1:
        return {(re + sign * im) * half_root, (im - sign * re) * half_root};
    case 2:
        return {sign * im, -sign * re};
    case 3:
        return {(sign * im - re) * half_root, (-im - sign * re) * half_root};
    default:
        return x;
    }
}

// The transform of 2, 4 or 8 points in registers.
template <int radix, class Real>
__device__ void transform_registers(Complex<Real>* x, Real sign) {
    if constexpr (radix > 1) {
        constexpr int half = radix / 2;
        Complex<Real> even[half], odd[half];
#pragma unroll
        for (int i = 0; i < half; ++i) {
            even[i] = x[2 * i];
            odd[i] = x[2 * i + 1];
        }
        transform_registers<half>(even, sign);
        transform_registers<half>(odd, sign);
#pragma unroll
        for (int i = 0; i < half; ++i) {
            const Complex<Real> turned = turn(odd[i], i * 8 / radix, sign);
            x[i] = {even[i].re + turned.re, even[i].im + turned.im};
            x[i + half] = {even[i].re - turned.re, even[i].im - turned.im};
        }
    }
}

// One step with a small radix. Point i of transform u of `count` is at i * count + u in shared
// memory.
template <int radix, class Real>
__device__ void step_of_registers(const Pass<Real>& pass, const Complex<Real>* from,
                                  Complex<Real>* to, int count, int before) {
    const int distance = pass.points / radix * count;
    const long long unit = pass.length / (before * radix);
    for (int v = static_cast<int>(threadIdx.x); v < distance; v += static_cast<int>(blockDim.x)) {
        const int u = v % count, j = v / count, k = j % before;
        Complex<Real> x[radix];
#pragma unroll
        for (int i = 0; i < radix; ++i) {
            x[i] = from[v + i * distance];
            if (i != 0 && before != 1) x[i] = multiply(x[i], root(pass, k * i * unit));
        }
        transform_registers<radix>(x, pass.sign);
#pragma unroll
        for (int i = 0; i < radix; ++i) to[((j - k) * radix + k + i * before) * count + u] = x[i];
    }
}

// One step for a prime factor other than 2: each result is a sum.
template <class Real>
__device__ void step_of_sums(const Pass<Real>& pass, const Complex<Real>* from, Complex<Real>* to,
                             int count, int before, int radix) {
    const int distance = pass.points / radix * count;
    const long long unit = pass.length / (before * radix);
    for (int v = static_cast<int>(threadIdx.x); v < pass.points * count;
         v += static_cast<int>(blockDim.x)) {
        const int u = v % count, i = v / count;
        const int j = i / (before * radix) * before + i % before;
        const long long turn_of_each = i % (before * radix) * unit;
        long long turned = 0;
        Complex<Real> sum = from[j * count + u];
        for (int r = 1; r < radix; ++r) {
            turned += turn_of_each;
            if (turned >= pass.length) turned -= pass.length;
            sum = multiply_add(from[j * count + u + r * distance], root(pass, turned), sum);
        }
        to[v] = sum;
    }
}

// Which part of which transform.
struct Part {
    long long transform, index;
};
template <class Real>
__device__ Part part_of(const Pass<Real>& pass, long long number) {
    const long long parts = pass.length / pass.points;
    if (pass.is_row) return {number / parts, number % parts};
    return {number % pass.transforms, number / pass.transforms};
}

template <class Real>
__device__ void transform(const Pass<Real>& pass) {
    extern __shared__ double2 memory[];
    auto* from = reinterpret_cast<Complex<Real>*>(memory);
    auto* to = from + pass.points * pass.at_once;
    const long long distance = pass.length / pass.points, all = pass.transforms * distance;
    const long long first = static_cast<long long>(blockIdx.x) * pass.at_once;
    const int count = static_cast<int>(min(all - first, static_cast<long long>(pass.at_once)));
    const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);

    // Neighbouring threads take neighbours in memory: points of a transform, or transforms.
    const bool reads_points = distance == 1 && pass.from.layout.step == 1;
    for (int v = thread; v < count * pass.points; v += threads) {
        const int u = reads_points ? v / pass.points : v % count;
        const int i = reads_points ? v % pass.points : v / count;
        const Part part = part_of(pass, first + u);
        Complex<Real> x = read(pass.from, part.transform, part.index + i * distance);
        if (pass.before != 1)
            x = multiply(x, root(pass, part.index % pass.before * i * (distance / pass.before)));
        from[i * count + u] = x;
    }
    __syncthreads();

    int before = 1;
    for (const int radix : pass.factors) {
        if (radix == 0) break;
        switch (radix) {
        case 2:
            step_of_registers<2>(pass, from, to, count, before);
            break;
        case 4:
            step_of_registers<4>(pass, from, to, count, before);
            break;
        case 8:
            step_of_registers<8>(pass, from, to, count, before);
            break;
        default:
            step_of_sums(pass, from, to, count, before, radix);
        }
        __syncthreads();
        before *= radix;
        auto* const swapped = from;
        from = to;
        to = swapped;
    }

    const bool writes_points = pass.before == 1 && pass.to.layout.step == 1;
    for (int v = thread; v < count * pass.points; v += threads) {
        const int u = writes_points ? v / pass.points : v % count;
        const int i = writes_points ? v % pass.points : v / count;
        const Part part = part_of(pass, first + u);
        const long long k = part.index % pass.before;
        write(pass.to, part.transform, (part.index - k) * pass.points + k + i * pass.before,
              from[i * count + u]);
    }
}

} // namespace vgpu::cufft
