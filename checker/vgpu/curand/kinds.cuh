// The kinds of numbers that cuRAND generates: each makes one unit of them from a stream.
#pragma once

#include "vgpu/curand/streams.cuh"

namespace vgpu::curand {

// One number at a time, but four of Philox.
struct Single {
    template <class State>
    static constexpr unsigned width = has_four<State> ? 4 : 1;
};
// Two at a time, since the method of Box and Muller makes two normals of two numbers.
struct Pair {
    template <class State>
    static constexpr unsigned width = has_four<State> ? 4 : 2;
};

template <class Four, class Number>
__host__ __device__ void spread(const Four& four, Number* to) {
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}

struct Bits : Single {
    template <class State>
    __host__ __device__ void operator()(State& state, unsigned* to) const {
        if constexpr (has_four<State>)
            spread(curand4(&state), to);
        else
            *to = ::curand(&state);
    }
};

struct Uniform : Single {
    template <class State>
    __host__ __device__ void operator()(State& state, float* to) const {
        if constexpr (has_four<State>)
            spread(curand_uniform4(&state), to);
        else
            *to = curand_uniform(&state);
    }
};

struct UniformDouble : Single {
    template <class State>
    __host__ __device__ void operator()(State& state, double* to) const {
        if constexpr (has_four<State>) {
            const auto low = curand_uniform2_double(&state), high = curand_uniform2_double(&state);
            spread(make_double4_16a(low.x, low.y, high.x, high.y), to);
        } else {
            *to = curand_uniform_double(&state);
        }
    }
};

struct Normal : Pair {
    float mean, deviation;
    __host__ __device__ Normal(float m, float d) : mean(m), deviation(d) {}
    template <class State>
    __host__ __device__ void operator()(State& state, float* to) const {
        if constexpr (has_four<State>) {
            spread(curand_normal4(&state), to);
        } else {
            const float2 pair = curand_normal2(&state);
            to[0] = pair.x;
            to[1] = pair.y;
        }
        for (unsigned i = 0; i < width<State>; ++i) to[i] = mean + deviation * to[i];
    }
};

struct NormalDouble : Pair {
    double mean, deviation;
    __host__ __device__ NormalDouble(double m, double d) : mean(m), deviation(d) {}
    template <class State>
    __host__ __device__ void operator()(State& state, double* to) const {
        for (unsigned i = 0; i < width<State>; i += 2) {
            const double2 pair = curand_normal2_double(&state);
            to[i] = mean + deviation * pair.x;
            to[i + 1] = mean + deviation * pair.y;
        }
    }
};

template <class Base>
struct Exponential : Base { // log-normal numbers are powers of e
    using Base::Base;
    template <class State, class Number>
    __host__ __device__ void operator()(State& state, Number* to) const {
        Base::operator()(state, to);
        for (unsigned i = 0; i < Base::template width<State>; ++i) to[i] = exp(to[i]);
    }
};
using LogNormal = Exponential<Normal>;
using LogNormalDouble = Exponential<NormalDouble>;

// The quantile of one number of 32 bits.
struct Poisson : Single {
    double lambda;
    __host__ __device__ explicit Poisson(double l) : lambda(l) {}
    template <class State>
    __host__ __device__ void operator()(State& state, unsigned* to) const {
        unsigned bits[width<State>];
        Bits{}(state, bits);
        for (unsigned i = 0; i < width<State>; ++i) to[i] = _curand_poisson(bits[i], lambda);
    }
};

// Large means: normals that are rounded, as in NVIDIA's library.
struct PoissonOfNormals : Single {
    double lambda;
    __host__ __device__ explicit PoissonOfNormals(double l) : lambda(l) {}
    template <class State>
    __host__ __device__ void operator()(State& state, unsigned* to) const {
        if constexpr (has_four<State>)
            spread(curand_poisson_from_normal4(&state, lambda), to);
        else
            *to = curand_poisson_from_normal(&state, lambda);
    }
};

} // namespace vgpu::curand
