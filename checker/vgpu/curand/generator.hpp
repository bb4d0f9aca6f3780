// A generator of cuRAND: its options, and the streams that it has begun.
#pragma once

#include <cuda_runtime_api.h>
#include <curand.h>

#include <cstddef>
#include <memory>

namespace vgpu::curand {

enum class Kind {
    bits,
    long_bits, // of 64 bits
    uniform,
    uniform_double,
    normal,
    normal_double,
    log_normal,
    log_normal_double,
    poisson
};

struct Request {
    Kind kind;
    void* result;
    std::size_t numbers;
    double mean = 0, deviation = 1; // of a Poisson distribution, its mean alone
};

struct Place { // where numbers are made, and where in the order
    bool on_host;
    cudaStream_t stream;
    unsigned long long seed, offset;
    unsigned streams;    // of pseudorandom generators
    unsigned dimensions; // of quasirandom ones
};

// The streams of one sequence: a seed, an offset and an order.
class Sequence {
  public:
    virtual ~Sequence() = default;
    // Streams are begun when they are first needed; graphs need all of them before.
    virtual curandStatus_t begin_all() = 0;
    virtual curandStatus_t generate(const Request& request, cudaStream_t stream) = 0;
    // The offset at which another sequence goes on from here.
    virtual unsigned long long offset() const = 0;
};

std::unique_ptr<Sequence> make_sequence(curandRngType_t type, const Place& place);
std::unique_ptr<Sequence> make_mtgp32_sequence(const Place& place);
// Makes a sequence of one of Sobol's types. It needs sobol_tables().
std::unique_ptr<Sequence> make_sobol_sequence(curandRngType_t type, const Place& place);

} // namespace vgpu::curand

struct curandGenerator_st {
    curandRngType_t type;
    bool on_host;
    cudaStream_t stream = nullptr;
    unsigned long long seed = 0, offset = 0;
    curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
    unsigned dimensions = 1; // of a quasirandom generator
    std::unique_ptr<vgpu::curand::Sequence>
        sequence; // from the first number until an option changes
};
