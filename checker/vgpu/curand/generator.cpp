#include "vgpu/curand/generator.hpp"

#include "vgpu/library/refuse.hpp"

#include <cmath>
#include <new>

using vgpu::curand::Kind;
using vgpu::curand::Request;

namespace {

// NVIDIA's library has a name for what a GPU cannot do.
curandStatus_t refuse(const char* what) {
    vgpu::library::refuse(what); // a generator that is there goes on
    return CURAND_STATUS_ARCH_MISMATCH;
}

// The type itself, if it is there, or what to return.
curandStatus_t resolve(curandRngType_t& type) {
    switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
        type = CURAND_RNG_PSEUDO_XORWOW;
        return CURAND_STATUS_SUCCESS;
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        return CURAND_STATUS_SUCCESS;
    case CURAND_RNG_PSEUDO_MTGP32:
        return refuse("cuRAND's generator CURAND_RNG_PSEUDO_MTGP32");
    case CURAND_RNG_PSEUDO_MT19937:
        return refuse("cuRAND's generator CURAND_RNG_PSEUDO_MT19937");
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
        return refuse("cuRAND's generator CURAND_RNG_QUASI_SOBOL32");
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
        return refuse("cuRAND's generator CURAND_RNG_QUASI_SCRAMBLED_SOBOL32");
    case CURAND_RNG_QUASI_SOBOL64:
        return refuse("cuRAND's generator CURAND_RNG_QUASI_SOBOL64");
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        return refuse("cuRAND's generator CURAND_RNG_QUASI_SCRAMBLED_SOBOL64");
    default:
        return CURAND_STATUS_TYPE_ERROR;
    }
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
    if (const auto status = resolve(type); status != CURAND_STATUS_SUCCESS) return status;
    *generator = new (std::nothrow) curandGenerator_st{type, on_host};
    return *generator != nullptr ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

// How many streams the results go round.
unsigned streams_of(const curandGenerator_st& generator) {
    constexpr unsigned legacy = 4096, of_mrg32k3a = 81920, of_philox = 65536;
    if (generator.type == CURAND_RNG_PSEUDO_PHILOX4_32_10) return of_philox;
    const bool is_long = generator.type == CURAND_RNG_PSEUDO_MRG32K3A &&
                         generator.ordering != CURAND_ORDERING_PSEUDO_LEGACY;
    return is_long ? of_mrg32k3a : legacy;
}

vgpu::curand::Sequence& sequence_of(curandGenerator_st& generator) {
    if (!generator.sequence)
        generator.sequence = vgpu::curand::make_sequence(
            generator.type, {generator.on_host, generator.stream, generator.seed, generator.offset,
                             streams_of(generator)});
    return *generator.sequence;
}

// With another seed or order. Philox begins at the offset that was set.
void go_on(curandGenerator_st& generator) {
    if (generator.sequence && generator.type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        generator.offset = generator.sequence->offset();
    generator.sequence.reset();
}

curandStatus_t generate(curandGenerator_t generator, const Request& request) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (request.numbers == 0) return CURAND_STATUS_SUCCESS;
    const bool in_pairs = request.kind >= Kind::normal && request.kind <= Kind::log_normal_double &&
                          generator->type != CURAND_RNG_PSEUDO_PHILOX4_32_10;
    if (in_pairs && request.numbers % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!generator->on_host && cudaPeekAtLastError() != cudaSuccess)
        return CURAND_STATUS_PREEXISTING_FAILURE;
    return sequence_of(*generator).generate(request, generator->stream);
}

} // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
    if (cudaFree(nullptr) != cudaSuccess) return CURAND_STATUS_INITIALIZATION_FAILED; // no device
    return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
    return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    delete generator;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int* version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
    switch (type) {
    case MAJOR_VERSION:
        *value = CURAND_VER_MAJOR;
        return CURAND_STATUS_SUCCESS;
    case MINOR_VERSION:
        *value = CURAND_VER_MINOR;
        return CURAND_STATUS_SUCCESS;
    case PATCH_LEVEL:
        *value = CURAND_VER_PATCH;
        return CURAND_STATUS_SUCCESS;
    }
    return CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

// Numbers go on at the place that was reached.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->seed = seed;
    go_on(*generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->offset = offset;
    generator->sequence.reset();
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    switch (ordering) {
    case CURAND_ORDERING_PSEUDO_SEEDED:
        if (generator->type != CURAND_RNG_PSEUDO_XORWOW) return CURAND_STATUS_OUT_OF_RANGE;
        return refuse("cuRAND's ordering CURAND_ORDERING_PSEUDO_SEEDED");
    case CURAND_ORDERING_PSEUDO_DYNAMIC: // adjusted to a device: this device's is the default
        if (generator->on_host) return CURAND_STATUS_OUT_OF_RANGE;
        break;
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY:
        break;
    default:
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    const auto streams = streams_of(*generator);
    generator->ordering = ordering;
    if (streams_of(*generator) != streams) go_on(*generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned) {
    return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_TYPE_ERROR;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    return sequence_of(*generator).begin_all();
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* result, std::size_t n) {
    return generate(generator, {Kind::bits, result, n});
}

// Only quasirandom generators of 64 bits have such numbers.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long*,
                                      std::size_t n) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    return n == 0 ? CURAND_STATUS_SUCCESS : CURAND_STATUS_TYPE_ERROR;
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* result, std::size_t n) {
    return generate(generator, {Kind::uniform, result, n});
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* result,
                                           std::size_t n) {
    return generate(generator, {Kind::uniform_double, result, n});
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* result, std::size_t n,
                                    float mean, float deviation) {
    return generate(generator, {Kind::normal, result, n, mean, deviation});
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* result,
                                          std::size_t n, double mean, double deviation) {
    return generate(generator, {Kind::normal_double, result, n, mean, deviation});
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* result, std::size_t n,
                                       float mean, float deviation) {
    return generate(generator, {Kind::log_normal, result, n, mean, deviation});
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* result,
                                             std::size_t n, double mean, double deviation) {
    return generate(generator, {Kind::log_normal_double, result, n, mean, deviation});
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* result, std::size_t n,
                                     double lambda) {
    constexpr double largest = 400000; // as documented
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (!(lambda > 0 && lambda <= largest)) return CURAND_STATUS_OUT_OF_RANGE;
    return generate(generator, {Kind::poisson, result, n, lambda});
}
