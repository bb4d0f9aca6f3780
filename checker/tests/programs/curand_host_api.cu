// cuRAND's host API: statuses, the same numbers again, moments of the distributions, offsets, and
// the same numbers by the CPU.
#include "curand_check.hpp"

#include <cmath>

constexpr curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                     CURAND_RNG_PSEUDO_PHILOX4_32_10};

void statuses() {
    curandGenerator_t none = nullptr;
    unsigned* memory = nullptr;
    check(cudaMalloc(&memory, 4096));
    const auto missing = CURAND_STATUS_NOT_INITIALIZED;
    expect(missing, curandDestroyGenerator(none));
    expect(missing, curandSetPseudoRandomGeneratorSeed(none, 1));
    expect(missing, curandSetGeneratorOffset(none, 1));
    expect(missing, curandSetGeneratorOrdering(none, CURAND_ORDERING_PSEUDO_DEFAULT));
    expect(missing, curandSetStream(none, nullptr));
    expect(missing, curandGenerateSeeds(none));
    expect(missing, curandGenerate(none, memory, 4));
    for (int type : {162, 999})
        expect(CURAND_STATUS_TYPE_ERROR,
               curandCreateGenerator(&none, static_cast<curandRngType_t>(type)));
    for (const auto type : types) {
        const Generator generator(type);
        const auto g = generator.handle;
        for (int ordering : {0, 105, 201})
            expect(CURAND_STATUS_OUT_OF_RANGE,
                   curandSetGeneratorOrdering(g, static_cast<curandOrdering_t>(ordering)));
        expect(CURAND_STATUS_TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(g, 2));
        auto* wide = reinterpret_cast<unsigned long long*>(memory);
        expect(CURAND_STATUS_TYPE_ERROR, curandGenerateLongLong(g, wide, 4));
        check(curandGenerateLongLong(g, wide, 0));
        const bool pairs = type != CURAND_RNG_PSEUDO_PHILOX4_32_10;
        const auto odd = pairs ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : CURAND_STATUS_SUCCESS;
        expect(odd, normal(g, reinterpret_cast<float*>(memory), 3));
        expect(odd, log_normal_double(g, reinterpret_cast<double*>(memory), 3));
        for (double lambda : {-1.0, 0.0, 400001.0})
            expect(CURAND_STATUS_OUT_OF_RANGE, curandGeneratePoisson(g, memory, 6, lambda));
        check(curandGeneratePoisson(g, memory, 6, 400000));
    }
    int value = 0;
    check(curandGetProperty(MAJOR_VERSION, &value));
    require(value == CURAND_VER_MAJOR, "major version");
    check(curandGetVersion(&value));
    require(value == CURAND_VERSION, "version");
    expect(CURAND_STATUS_OUT_OF_RANGE,
           curandGetProperty(static_cast<libraryPropertyType>(3), &value));
    check(cudaFree(memory));
}

void sequences(curandRngType_t type) {
    const auto first = Generator(type).bits(9000);
    require(first == Generator(type).bits(9000), "the same numbers again");
    require(first == Generator(type).bits(9000, 4099), "the same numbers in two calls");
    require(first == Generator(type, true).bits(9000), "the same numbers by the CPU");
    Generator other(type), later(type), seeded(type);
    check(curandSetPseudoRandomGeneratorSeed(other.handle, 1));
    int same = 0;
    const auto others = other.bits(9000);
    for (std::size_t i = 0; i < first.size(); ++i) same += first[i] == others[i];
    require(same <= 1, "another seed gives other numbers");
    check(curandSetGeneratorOffset(later.handle, 4101));
    require(later.bits(4000) == std::vector<unsigned>(first.begin() + 4101, first.begin() + 8101),
            "an offset skips numbers");
    check(curandGenerateSeeds(seeded.handle));
    require(first == seeded.bits(9000), "seeds made before");
}

// Mean and variance lie within six standard deviations of them; `fourth` is the fourth central
// moment.
template <class T, class Generate>
void moments(curandRngType_t type, const char* what, Generate generate, double mean,
             double variance, double fourth) {
    constexpr std::size_t count = 20000;
    const auto numbers = Generator(type).numbers<T>(generate, count);
    double sum = 0, squares = 0;
    for (const T x : numbers) {
        sum += x;
        squares += (x - mean) * (x - mean);
    }
    require(std::abs(sum / count - mean) < 6 * std::sqrt(variance / count), what);
    require(std::abs(squares / count - variance) <
                6 * std::sqrt((fourth - variance * variance) / count),
            what);
}

void distributions(curandRngType_t type) {
    moments<float>(type, "uniform", curandGenerateUniform, 0.5, 1.0 / 12, 1.0 / 80);
    moments<double>(type, "uniform double", curandGenerateUniformDouble, 0.5, 1.0 / 12, 1.0 / 80);
    const double variance = 2.25 * 2.25, fourth = 3 * variance * variance;
    moments<float>(type, "normal", normal, 1.5, variance, fourth);
    moments<double>(type, "normal double", normal_double, 1.5, variance, fourth);
    const double w = std::exp(0.25), log_mean = std::exp(0.25 + 0.125);
    const double log_variance = (w - 1) * log_mean * log_mean;
    const double log_fourth =
        log_variance * log_variance * (std::pow(w, 4) + 2 * std::pow(w, 3) + 3 * w * w - 3);
    moments<float>(type, "log-normal", log_normal, log_mean, log_variance, log_fourth);
    moments<double>(type, "log-normal double", log_normal_double, log_mean, log_variance,
                    log_fourth);
    const auto of_poisson = [](double lambda) { return lambda + 3 * lambda * lambda; };
    moments<unsigned>(type, "Poisson, 1", poisson<1>, 1, 1, of_poisson(1));
    moments<unsigned>(type, "Poisson, 64", poisson<64>, 64, 64, of_poisson(64));
    moments<unsigned>(type, "Poisson, 5000", poisson<5000>, 5000, 5000, of_poisson(5000));
}

int main() {
    statuses();
    for (const auto type : types) {
        sequences(type);
        distributions(type);
    }
    std::printf("cuRAND's host API is right\n");
    return 0;
}
