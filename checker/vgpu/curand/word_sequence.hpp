// Sequences of words of which each makes one number (words.cuh).
#pragma once

#include "vgpu/curand/generator.hpp"
#include "vgpu/curand/words.cuh"

namespace vgpu::curand {

// Derived::run<Number>(request, kind, stream) writes what the kind makes of the next words.
template <class Derived, class Word>
class WordSequence : public Sequence {
  public:
    curandStatus_t generate(const Request& r, cudaStream_t stream) final {
        const auto mean = static_cast<float>(r.mean), deviation = static_cast<float>(r.deviation);
        switch (r.kind) {
        case Kind::bits:
        case Kind::long_bits:
            return run<decltype(word(Word{}))>(r, WordBits{}, stream);
        case Kind::uniform:
            return run<float>(r, WordUniform{}, stream);
        case Kind::uniform_double:
            return run<double>(r, WordUniformDouble{}, stream);
        case Kind::normal:
            return run<float>(r, WordNormal{mean, deviation}, stream);
        case Kind::normal_double:
            return run<double>(r, WordNormalDouble{r.mean, r.deviation}, stream);
        case Kind::log_normal:
            return run<float>(r, WordLogNormal{{mean, deviation}}, stream);
        case Kind::log_normal_double:
            return run<double>(r, WordLogNormalDouble{{r.mean, r.deviation}}, stream);
        case Kind::poisson:
            return run<unsigned>(r, WordPoisson{r.mean}, stream);
        }
        return CURAND_STATUS_INTERNAL_ERROR;
    }

  private:
    template <class Number, class What>
    curandStatus_t run(const Request& request, const What& what, cudaStream_t stream) {
        return static_cast<Derived*>(this)->template run<Number>(request, what, stream);
    }
};

} // namespace vgpu::curand

// A kernel for each kind, which a report can name: curand_NAME_normal and so on. It calls
// make(order, thread, threads, kind, result), and kernel_of(order, kind) finds it.
#define WORKBOOK_CURAND_KERNEL_OF_WORDS(name, Order, Kind, Number)                                 \
    extern "C" __global__ void curand_##name(Order order, vgpu::curand::Kind kind,                 \
                                             Number* result) {                                     \
        make(order, std::size_t{blockIdx.x} * blockDim.x + threadIdx.x,                            \
             std::size_t{gridDim.x} * blockDim.x, kind, result);                                   \
    }                                                                                              \
    namespace vgpu::curand {                                                                       \
    constexpr auto kernel_of(const Order&, const Kind&) { return curand_##name; }                  \
    }
#define WORKBOOK_CURAND_KERNELS_OF_WORDS(name, Order, Bits)                                        \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_bits, Order, WordBits, Bits)                            \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_uniform, Order, WordUniform, float)                     \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_uniform_double, Order, WordUniformDouble, double)       \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_normal, Order, WordNormal, float)                       \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_normal_double, Order, WordNormalDouble, double)         \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_log_normal, Order, WordLogNormal, float)                \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_log_normal_double, Order, WordLogNormalDouble, double)  \
    WORKBOOK_CURAND_KERNEL_OF_WORDS(name##_poisson, Order, WordPoisson, unsigned)
