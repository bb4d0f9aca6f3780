#include "vgpu/curand/generator.hpp"
#include "vgpu/curand/sobol_tables.hpp"

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
    case CURAND_RNG_PSEUDO_MTGP32:
        return CURAND_STATUS_SUCCESS;
    case CURAND_RNG_PSEUDO_MT19937:
        return refuse("cuRAND's generator CURAND_RNG_PSEUDO_MT19937");
    case CURAND_RNG_QUASI_DEFAULT:
        type = CURAND_RNG_QUASI_SOBOL32;
        [[fallthrough]];
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        if (vgpu::curand::sobol_tables() != nullptr) return CURAND_STATUS_SUCCESS;
        return refuse("cuRAND's quasirandom generators, without a libcurand in the CUDA Toolkit "
                      "with which the workbook was built: they");
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
    if (generator.type == CURAND_RNG_PSEUDO_MTGP32)
        return generator.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 64 : 192;
    if (generator.type == CURAND_RNG_PSEUDO_PHILOX4_32_10) return of_philox;
    const bool is_long = generator.type == CURAND_RNG_PSEUDO_MRG32K3A &&
                         generator.ordering != CURAND_ORDERING_PSEUDO_LEGACY;
    return is_long ? of_mrg32k3a : legacy;
}

vgpu::curand::Sequence& sequence_of(curandGenerator_st& generator) {
    if (!generator.sequence)
        generator.sequence = vgpu::curand::make_sequence(
            generator.type, {generator.on_host, generator.stream, generator.seed, generator.offset,
                             streams_of(generator), generator.dimensions});
    return *generator.sequence;
}

bool is_quasirandom(const curandGenerator_st& generator) {
    return generator.type >= CURAND_RNG_QUASI_DEFAULT;
}
bool has_64_bits(const curandGenerator_st& generator) {
    return generator.type == CURAND_RNG_QUASI_SOBOL64 ||
           generator.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

// Another seed, order or number of dimensions was set: the next numbers begin at the offset that
// was reached. Philox begins again at the offset that was set.
void go_on(curandGenerator_st& generator) {
    if (generator.sequence && generator.type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        generator.offset = generator.sequence->offset();
    generator.sequence.reset();
}

curandStatus_t generate(curandGenerator_t generator, const Request& request) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (request.numbers == 0) return CURAND_STATUS_SUCCESS;
    const bool is_quasi = is_quasirandom(*generator);
    if (request.kind == (has_64_bits(*generator) ? Kind::bits : Kind::long_bits))
        return CURAND_STATUS_TYPE_ERROR;
    if (is_quasi && request.numbers % generator->dimensions != 0)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    const bool has_pairs = generator->type == CURAND_RNG_PSEUDO_XORWOW ||
                           generator->type == CURAND_RNG_PSEUDO_MRG32K3A;
    const bool in_pairs =
        has_pairs && request.kind >= Kind::normal && request.kind <= Kind::log_normal_double;
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
    if (is_quasirandom(*generator)) return CURAND_STATUS_TYPE_ERROR;
    // On a GPU, MTGP32 keeps its seed once it has begun. On the host, setting the same seed again
    // changes nothing.
    if (generator->type == CURAND_RNG_PSEUDO_MTGP32 &&
        (generator->on_host ? generator->seed == seed : generator->sequence != nullptr))
        return CURAND_STATUS_SUCCESS;
    generator->seed = seed;
    go_on(*generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->type == CURAND_RNG_PSEUDO_MTGP32) return CURAND_STATUS_TYPE_ERROR;
    generator->offset = offset;
    generator->sequence.reset();
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (is_quasirandom(*generator)) // it has one
        return ordering == CURAND_ORDERING_QUASI_DEFAULT ? CURAND_STATUS_SUCCESS
                                                         : CURAND_STATUS_OUT_OF_RANGE;
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

// Points go on at the number that was reached.
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned dimensions) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (!is_quasirandom(*generator)) return CURAND_STATUS_TYPE_ERROR;
    if (dimensions == 0 || dimensions > vgpu::curand::sobol_dimensions)
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->dimensions = dimensions;
    go_on(*generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    return sequence_of(*generator).begin_all();
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* result, std::size_t n) {
    return generate(generator, {Kind::bits, result, n});
}

// Only quasirandom generators of 64 bits have such numbers.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* result,
                                      std::size_t n) {
    return generate(generator, {Kind::long_bits, result, n});
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

namespace {

// NVIDIA's tables are not constant either; these are in memory that cannot be written.
template <class Result, class Table>
curandStatus_t hand_out(Result** result, const Table* table) {
    *result = const_cast<Result*>(reinterpret_cast<const Result*>(table));
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t refuse_tables() {
    return refuse(
        "cuRAND's direction vectors and scramble constants, without a libcurand in the CUDA "
        "Toolkit with which the workbook was built: they");
}

} // namespace

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors,
                                           curandDirectionVectorSet_t set) {
    const auto* tables = vgpu::curand::sobol_tables();
    if (tables == nullptr) return refuse_tables();
    if (set == CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return hand_out(vectors, tables->of_32_bits.vectors);
    if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)
        return hand_out(vectors, tables->of_32_bits.scrambled_vectors);
    return CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors,
                                           curandDirectionVectorSet_t set) {
    const auto* tables = vgpu::curand::sobol_tables();
    if (tables == nullptr) return refuse_tables();
    if (set == CURAND_DIRECTION_VECTORS_64_JOEKUO6)
        return hand_out(vectors, tables->of_64_bits.vectors);
    if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)
        return hand_out(vectors, tables->of_64_bits.scrambled_vectors);
    return CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGetScrambleConstants32(unsigned** constants) {
    const auto* tables = vgpu::curand::sobol_tables();
    return tables == nullptr ? refuse_tables() : hand_out(constants, tables->of_32_bits.constants);
}

curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
    const auto* tables = vgpu::curand::sobol_tables();
    return tables == nullptr ? refuse_tables() : hand_out(constants, tables->of_64_bits.constants);
}
