// Complex numbers, as they lie in memory: cuComplex and cuDoubleComplex, and those of cuFFT.
#pragma once

namespace vgpu::library {

template <class Real>
struct alignas(2 * sizeof(Real)) Complex {
    Real re, im;
};

} // namespace vgpu::library
