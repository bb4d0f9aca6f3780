// cuRAND's generator MTGP32: the bits, by their hash, of each kind of number, and where options make it begin anew.
// curand_mtgp32.txt is what NVIDIA's generator answered on a CPU (`curand_mtgp32 host`, CUDA 13.0), which needs no GPU, and on
// an H200 (2026-11-30).
#include "curand_check.hpp"

#include <cmath>
#include <cstring>

bool by_host = false;

struct Mtgp32 : Generator {
    explicit Mtgp32(unsigned long long seed, curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT)
        : Generator(CURAND_RNG_PSEUDO_MTGP32, by_host) {
        check(curandSetPseudoRandomGeneratorSeed(handle, seed));
        check(curandSetGeneratorOrdering(handle, ordering));
    }
};

template <class T>
std::vector<T> show(const char* what, std::vector<T> numbers) { // FNV-1a
    std::uint64_t value = 1469598103934665603ull;
    const auto* bytes = reinterpret_cast<const unsigned char*>(numbers.data());
    for (std::size_t i = 0; i < numbers.size() * sizeof(T); ++i)
        value = (value ^ bytes[i]) * 1099511628211ull;
    std::printf("%s, %zu numbers: %016llx\n", what, numbers.size(), static_cast<unsigned long long>(value));
    return numbers;
}

void expect_at(const std::vector<unsigned>& all, std::size_t place, const std::vector<unsigned>& numbers,
               int line = __builtin_LINE()) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] != all[place + i]) {
            std::fprintf(stderr, "line %d: number %zu is not the one of place %zu\n", line, i, place + i);
            std::exit(1);
        }
}

int main(int count, char** arguments) {
    by_host = count > 1 && std::strcmp(arguments[1], "host") == 0;
    // Twice round 192 streams of 256 numbers, and 64.
    const auto all = show("bits", Mtgp32(42).bits(100'003, 1003));
    show("bits of the legacy order", Mtgp32(42, CURAND_ORDERING_PSEUDO_LEGACY).bits(40'001, 257));
    show("bits of a long seed", Mtgp32(0x123456789abcdef0).bits(5000));
    const auto uniform = show("uniform", Mtgp32(42).numbers<float>(curandGenerateUniform, 60'001, 255));
    show("uniform doubles", Mtgp32(42).numbers<double>(curandGenerateUniformDouble, 60'001, 255));

    // Normal numbers are where their distribution reaches the uniform ones: an odd number of them will do.
    const auto normals = Mtgp32(42).numbers<float>(
        [](auto g, float* p, std::size_t n) { return curandGenerateNormal(g, p, n, 0, 1); }, 60'001, 255);
    for (std::size_t i = 0; i < normals.size(); ++i)
        if (std::abs(std::erfc(-normals[i] / std::sqrt(2.0f)) / 2 - uniform[i]) > 1e-6f) return 1;

    const auto other = Mtgp32(7).bits(1000);
    Mtgp32 generator(42);
    expect_at(all, 0, generator.bits(300));
    check(curandSetPseudoRandomGeneratorSeed(generator.handle, 42)); // goes on
    expect_at(all, 300, generator.bits(300));
    check(curandSetPseudoRandomGeneratorSeed(generator.handle, 7)); // on the host it begins anew, on a GPU it goes on
    expect_at(by_host ? other : all, by_host ? 0 : 600, generator.bits(300));
    expect_at(by_host ? other : all, by_host ? 300 : 900, generator.bits(300));
    Mtgp32 unused(42);
    check(curandSetPseudoRandomGeneratorSeed(unused.handle, 7));
    expect_at(other, 0, unused.bits(300));
    expect(CURAND_STATUS_TYPE_ERROR, curandSetGeneratorOffset(generator.handle, 0));
    expect(CURAND_STATUS_TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(generator.handle, 2));
    expect(CURAND_STATUS_OUT_OF_RANGE,
           curandSetGeneratorOrdering(generator.handle, CURAND_ORDERING_PSEUDO_SEEDED));
    return 0;
}
