// cuRAND's quasirandom generators: Sobol's sequences, plain and scrambled, of 32 and 64 bits, by the hash of what each kind of
// number is; and the tables that they are made of. curand_quasi.txt is what NVIDIA's generators answered on a CPU
// (`curand_quasi host`, CUDA 13.0), which need no GPU and have the same sequences.
#include "curand_check.hpp"

#include <cmath>
#include <cstring>

bool by_host = false;

std::uint64_t hash(const void* memory, std::size_t count) { // FNV-1a
    std::uint64_t value = 1469598103934665603ull;
    const auto* bytes = static_cast<const unsigned char*>(memory);
    for (std::size_t i = 0; i < count; ++i) value = (value ^ bytes[i]) * 1099511628211ull;
    return value;
}

void show(const char* what, const void* memory, std::size_t count) {
    std::printf("%s: %016llx\n", what, static_cast<unsigned long long>(hash(memory, count)));
}

struct Case {
    curandRngType_t type;
    unsigned dimensions;
    unsigned long long offset;
};

// Points of two calls.
template <class T, class Generate>
std::vector<T> points(const Case& c, Generate generate) {
    Generator generator(c.type, by_host);
    check(curandSetQuasiRandomGeneratorDimensions(generator.handle, c.dimensions));
    check(curandSetGeneratorOffset(generator.handle, c.offset));
    return generator.numbers<T>(generate, 1100 * c.dimensions, 77 * c.dimensions);
}

template <class T, class Generate>
std::vector<T> show(const char* kind, const Case& c, Generate generate) {
    const auto numbers = points<T>(c, generate);
    std::printf("%d, %u dimensions, from %llu, ", c.type, c.dimensions, c.offset);
    show(kind, numbers.data(), numbers.size() * sizeof(T));
    return numbers;
}

// A normal number is where the distribution reaches the uniform one.
void expect_quantiles(const std::vector<double>& uniform, const std::vector<double>& normal, double error) {
    for (std::size_t i = 0; i < uniform.size(); ++i) {
        const double reached = std::erfc(-normal[i] / std::sqrt(2.0)) / 2;
        if (std::abs(reached - uniform[i]) <= error) continue;
        std::fprintf(stderr, "number %zu: %.17g reaches %.17g, expected %.17g\n", i, normal[i], reached, uniform[i]);
        std::exit(1);
    }
}

void all_kinds(const Case& c) {
    if (c.type == CURAND_RNG_QUASI_SOBOL32 || c.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32)
        show<unsigned>("bits", c, curandGenerate);
    else
        show<unsigned long long>("bits", c, curandGenerateLongLong);
    show<float>("uniform", c, curandGenerateUniform);
    const auto uniform = show<double>("uniformd", c, curandGenerateUniformDouble);
    const auto normal = points<float>(c, [](auto g, float* p, std::size_t n) {
        return curandGenerateNormal(g, p, n, 0, 1);
    });
    expect_quantiles(uniform, {normal.begin(), normal.end()}, 1e-6);
    const auto normal_double = points<double>(c, [](auto g, double* p, std::size_t n) {
        return curandGenerateNormalDouble(g, p, n, 0, 1);
    });
    // Numbers of 32 bits: the middle of an interval that they share, or its end.
    expect_quantiles(uniform, normal_double, 2.4e-10);
    const auto log_normals = points<double>(c, log_normal_double);
    for (std::size_t i = 0; i < log_normals.size(); ++i)
        if (std::abs(std::log(log_normals[i]) - (0.25 + 0.5 * normal_double[i])) > 1e-12) std::exit(1);
}

void statuses() {
    Generator plain(CURAND_RNG_QUASI_SOBOL32, by_host), wide(CURAND_RNG_QUASI_SOBOL64, by_host);
    unsigned bits[8] = {};
    unsigned long long long_bits[8] = {};
    expect(CURAND_STATUS_OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(plain.handle, 0));
    expect(CURAND_STATUS_OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(plain.handle, 20001));
    expect(CURAND_STATUS_TYPE_ERROR, curandSetPseudoRandomGeneratorSeed(plain.handle, 1));
    expect(CURAND_STATUS_OUT_OF_RANGE,
           curandSetGeneratorOrdering(plain.handle, CURAND_ORDERING_PSEUDO_DEFAULT));
    check(curandSetGeneratorOrdering(plain.handle, CURAND_ORDERING_QUASI_DEFAULT));
    expect(CURAND_STATUS_TYPE_ERROR, curandGenerateLongLong(plain.handle, long_bits, 8));
    expect(CURAND_STATUS_TYPE_ERROR, curandGenerate(wide.handle, bits, 8));
    check(curandSetQuasiRandomGeneratorDimensions(plain.handle, 3));
    expect(CURAND_STATUS_LENGTH_NOT_MULTIPLE, curandGenerate(plain.handle, bits, 7));
    curandDirectionVectors32_t* vectors = nullptr;
    expect(CURAND_STATUS_OUT_OF_RANGE,
           curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
}

// Other dimensions go on at the same point; one more call goes on behind the last.
void dimensions_change() {
    Generator generator(CURAND_RNG_QUASI_DEFAULT, by_host);
    std::vector<unsigned> all;
    for (const unsigned dimensions : {3, 2, 5}) {
        check(curandSetQuasiRandomGeneratorDimensions(generator.handle, dimensions));
        for (const unsigned x : generator.bits(4 * dimensions)) all.push_back(x);
    }
    show("dimensions 3, 2, 5", all.data(), all.size() * sizeof(unsigned));
}

void tables() {
    for (const auto set :
         {CURAND_DIRECTION_VECTORS_32_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6}) {
        curandDirectionVectors32_t* vectors = nullptr;
        check(curandGetDirectionVectors32(&vectors, set));
        show("vectors of 32 bits", vectors, 20000 * sizeof *vectors);
    }
    for (const auto set :
         {CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6}) {
        curandDirectionVectors64_t* vectors = nullptr;
        check(curandGetDirectionVectors64(&vectors, set));
        show("vectors of 64 bits", vectors, 20000 * sizeof *vectors);
    }
    unsigned* constants = nullptr;
    unsigned long long* long_constants = nullptr;
    check(curandGetScrambleConstants32(&constants));
    check(curandGetScrambleConstants64(&long_constants));
    show("constants of 32 bits", constants, 20000 * sizeof *constants);
    show("constants of 64 bits", long_constants, 20000 * sizeof *long_constants);
}

int main(int count, char** arguments) {
    by_host = count > 1 && std::strcmp(arguments[1], "host") == 0;
    for (const auto type : {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
                            CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
        all_kinds({type, 1, 0});
        all_kinds({type, 7, 123456789});
    }
    all_kinds({CURAND_RNG_QUASI_SOBOL32, 1, 0xffffff00});
    dimensions_change();
    statuses();
    tables();
    return 0;
}
