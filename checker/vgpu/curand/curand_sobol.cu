// The kernels that make points of Sobol's sequences, and the sequences that launch them.
#include "vgpu/curand/launch.hpp"
#include "vgpu/curand/sobol.cuh"
#include "vgpu/curand/sobol_tables.hpp"
#include "vgpu/curand/word_sequence.hpp"
#include "vgpu/library/copy_apart.hpp"

#include <algorithm>

namespace vgpu::curand {
using Points32 = Points<std::uint32_t>;
using Points64 = Points<std::uint64_t>;
} // namespace vgpu::curand

WORKBOOK_CURAND_KERNELS_OF_WORDS(sobol32, vgpu::curand::Points32, unsigned)
WORKBOOK_CURAND_KERNELS_OF_WORDS(sobol64, vgpu::curand::Points64, unsigned long long)

namespace vgpu::curand {
namespace {

template <class Word>
class SobolSequence : public WordSequence<SobolSequence<Word>, Word> {
  public:
    SobolSequence(const Place& place, const SobolTable<Word>& table, bool scrambled)
        : place_(place), vectors_((scrambled ? table.scrambled_vectors : table.vectors)[0]),
          constants_(scrambled ? table.constants : nullptr) {}
    SobolSequence(const SobolSequence&) = delete;
    SobolSequence& operator=(const SobolSequence&) = delete;
    ~SobolSequence() override { cudaFree(device_table_); }

    unsigned long long offset() const override { return place_.offset + given_; }

    curandStatus_t begin_all() override {
        if (place_.on_host || device_table_ != nullptr) return CURAND_STATUS_SUCCESS;
        auto error = cudaMalloc(&device_table_, (vectors() + place_.dimensions) * sizeof(Word));
        if (error == cudaSuccess)
            error = library::copy_apart(device_table_, vectors_, vectors() * sizeof(Word));
        if (error == cudaSuccess && constants_ != nullptr)
            error = library::copy_apart(device_table_ + vectors(), constants_,
                                        place_.dimensions * sizeof(Word));
        return status_of(error);
    }

    template <class Number, class What>
    curandStatus_t run(const Request& request, const What& what, cudaStream_t stream) {
        constexpr std::size_t most_threads = 65536;
        if (const auto status = begin_all(); status != CURAND_STATUS_SUCCESS) return status;
        Points<Word> points{vectors_, constants_, offset(), request.numbers / place_.dimensions,
                            place_.dimensions};
        auto* result = static_cast<Number*>(request.result);
        given_ += points.count;
        if (place_.on_host) {
            make(points, 0, 1, what, result);
            return CURAND_STATUS_SUCCESS;
        }
        points.vectors = device_table_;
        if (constants_ != nullptr) points.constants = device_table_ + vectors();
        return launch(kernel_of(points, what), std::min(request.numbers, most_threads), stream,
                      points, what, result);
    }

  private:
    std::size_t vectors() const { return std::size_t{place_.dimensions} * sizeof(Word) * 8; }

    Place place_;
    const Word* vectors_;
    const Word* constants_;
    Word* device_table_ = nullptr; // the vectors of all dimensions, and the constants behind them
    unsigned long long given_ = 0; // points
};

} // namespace

std::unique_ptr<Sequence> make_sobol_sequence(curandRngType_t type, const Place& place) {
    const SobolTables& tables = *sobol_tables();
    switch (type) {
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
        return std::make_unique<SobolSequence<std::uint32_t>>(
            place, tables.of_32_bits, type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
    default:
        return std::make_unique<SobolSequence<std::uint64_t>>(
            place, tables.of_64_bits, type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64);
    }
}

} // namespace vgpu::curand
