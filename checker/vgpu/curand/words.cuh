// The kinds of numbers that are each made of one number of 32 or 64 bits: those of Sobol's
// sequences and of MTGP32.
#pragma once

#ifndef QUALIFIERS // the headers' functions, for the CPU as well
#define QUALIFIERS static inline __host__ __device__
#endif
#ifndef HOST_HAVE_ERFCINVF // nvcc's headers have erfcinvf() for the CPU
#define HOST_HAVE_ERFCINVF
#endif
#include <curand_kernel.h>

#include <cstdint>

namespace vgpu::curand {

// cuRAND's own words for 32 and 64 bits, by which its functions tell them apart.
__host__ __device__ inline unsigned word(std::uint32_t x) { return x; }
__host__ __device__ inline unsigned long long word(std::uint64_t x) { return x; }

struct WordBits {
    template <class Word>
    __host__ __device__ auto operator()(Word x) const {
        return word(x);
    }
};

struct WordUniform {
    template <class Word>
    __host__ __device__ float operator()(Word x) const {
        return _curand_uniform(word(x));
    }
};

struct WordUniformDouble {
    template <class Word>
    __host__ __device__ double operator()(Word x) const {
        return _curand_uniform_double(word(x));
    }
};

struct WordNormal { // by the inverse of the distribution: neighbours stay neighbours
    float mean, deviation;
    template <class Word>
    __host__ __device__ float operator()(Word x) const {
        return mean + deviation * _curand_normal_icdf(word(x));
    }
};

struct WordNormalDouble {
    double mean, deviation;
    template <class Word>
    __host__ __device__ double operator()(Word x) const {
        return mean + deviation * _curand_normal_icdf_double(word(x));
    }
};

struct WordLogNormal : WordNormal {
    template <class Word>
    __host__ __device__ float operator()(Word x) const {
        return exp(WordNormal::operator()(x));
    }
};

struct WordLogNormalDouble : WordNormalDouble {
    template <class Word>
    __host__ __device__ double operator()(Word x) const {
        return exp(WordNormalDouble::operator()(x));
    }
};

struct WordPoisson { // of the upper 32 bits
    double lambda;
    template <class Word>
    __host__ __device__ unsigned operator()(Word x) const {
        return _curand_poisson(static_cast<unsigned>(x >> (sizeof(Word) * 8 - 32)), lambda);
    }
};

} // namespace vgpu::curand
