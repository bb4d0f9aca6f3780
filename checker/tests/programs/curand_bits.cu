// cuRAND's host API: the bits, by their hash, of each kind of number. curand_bits.txt is what an
// NVIDIA H200 answered on 2026-11-29 (CUDA 13.0).
#include "curand_check.hpp"

template <class T>
std::uint64_t hash(const std::vector<T>& numbers) { // FNV-1a
    std::uint64_t value = 1469598103934665603ull;
    const auto* bytes = reinterpret_cast<const unsigned char*>(numbers.data());
    for (std::size_t i = 0; i < numbers.size() * sizeof(T); ++i)
        value = (value ^ bytes[i]) * 1099511628211ull;
    return value;
}

struct Case {
    int type, ordering;
    unsigned long long offset;
    std::size_t first, second;
};

// Numbers of two calls, from an offset that is no multiple of anything.
template <class T, class Generate>
void show(const char* kind, const Case& c, Generate generate) {
    Generator generator(static_cast<curandRngType_t>(c.type));
    check(curandSetPseudoRandomGeneratorSeed(generator.handle, 42));
    check(curandSetGeneratorOrdering(generator.handle, static_cast<curandOrdering_t>(c.ordering)));
    check(curandSetGeneratorOffset(generator.handle, c.offset));
    const auto numbers = generator.numbers<T>(generate, c.first + c.second, c.first);
    std::printf("%d %d %s %zu: %016llx\n", c.type, c.ordering, kind, numbers.size(),
                static_cast<unsigned long long>(hash(numbers)));
}

void all_kinds(const Case& c) {
    show<unsigned>("u32", c, curandGenerate);
    show<float>("uniform", c, curandGenerateUniform);
    show<double>("uniformd", c, curandGenerateUniformDouble);
    show<float>("normal", c, normal);
    show<double>("normald", c, normal_double);
    show<float>("lognormal", c, log_normal);
    show<double>("lognormald", c, log_normal_double);
    show<unsigned>("poisson5000", c, poisson<5000>);
}

int main() {
    for (int ordering : {100, 101, 103}) {
        all_kinds({CURAND_RNG_PSEUDO_XORWOW, ordering, 4097, 10, 4102});
        all_kinds({CURAND_RNG_PSEUDO_PHILOX4_32_10, ordering, 4097, 10, 4102});
        const Case c{CURAND_RNG_PSEUDO_MRG32K3A, ordering, 4097, 10, 4102};
        show<unsigned>("u32", c, curandGenerate);
        show<float>("uniform", c, curandGenerateUniform);
    }
    // More numbers than there are streams.
    for (int type :
         {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10})
        show<unsigned>("u32", {type, CURAND_ORDERING_PSEUDO_DEFAULT, 3, 300002, 100006},
                       curandGenerate);
    return 0;
}
