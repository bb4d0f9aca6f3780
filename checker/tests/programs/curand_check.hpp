// What the programs that try cuRAND's host API have in common: kinds of numbers, and a generator.
#pragma once

#include "check.hpp"

#include <curand.h>

#include <cstdint>
#include <vector>

inline void expect(curandStatus_t expected, curandStatus_t status, int line = __builtin_LINE()) {
    if (status == expected) return;
    std::fprintf(stderr, "line %d: status %d, expected %d\n", line, status, expected);
    std::exit(1);
}
inline void check(curandStatus_t status, int line = __builtin_LINE()) {
    expect(CURAND_STATUS_SUCCESS, status, line);
}

struct Generator {
    curandGenerator_t handle = nullptr;
    bool on_host;
    explicit Generator(curandRngType_t type, bool host = false) : on_host(host) {
        check(host ? curandCreateGeneratorHost(&handle, type)
                   : curandCreateGenerator(&handle, type));
    }
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;
    ~Generator() { check(curandDestroyGenerator(handle)); }

    // `generate` takes the generator, memory and a count; in two parts, if `first` is not 0.
    template <class T, class Generate>
    std::vector<T> numbers(Generate generate, std::size_t count, std::size_t first = 0) {
        std::vector<T> result(count);
        T* memory = result.data();
        if (!on_host) check(cudaMalloc(&memory, count * sizeof(T)));
        if (first != 0) check(generate(handle, memory, first));
        check(generate(handle, memory + first, count - first));
        if (on_host) return result;
        check(cudaMemcpy(result.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
        check(cudaFree(memory));
        return result;
    }
    std::vector<unsigned> bits(std::size_t count, std::size_t first = 0) {
        return numbers<unsigned>(curandGenerate, count, first);
    }
};

inline curandStatus_t normal(curandGenerator_t g, float* p, std::size_t n) {
    return curandGenerateNormal(g, p, n, 1.5f, 2.25f);
}
inline curandStatus_t normal_double(curandGenerator_t g, double* p, std::size_t n) {
    return curandGenerateNormalDouble(g, p, n, 1.5, 2.25);
}
inline curandStatus_t log_normal(curandGenerator_t g, float* p, std::size_t n) {
    return curandGenerateLogNormal(g, p, n, 0.25f, 0.5f);
}
inline curandStatus_t log_normal_double(curandGenerator_t g, double* p, std::size_t n) {
    return curandGenerateLogNormalDouble(g, p, n, 0.25, 0.5);
}
template <int Lambda>
curandStatus_t poisson(curandGenerator_t g, unsigned* p, std::size_t n) {
    return curandGeneratePoisson(g, p, n, Lambda);
}
