// The kernels that generate: a thread for each subsequence, in the orders that NVIDIA documents.
#include "vgpu/curand/generator.hpp"
#include "vgpu/curand/kinds.cuh"
#include "vgpu/curand/launch.hpp"
#include "vgpu/library/copy_apart.hpp"

#include <algorithm>
#include <vector>

// Kernels that a report can name: curand_xorwow_normal and so on.
#define WORKBOOK_CURAND_KERNEL(name, State, Kind, Number)                                          \
    extern "C" __global__ void curand_##name(vgpu::curand::Order<vgpu::curand::State> order,       \
                                             vgpu::curand::Kind kind, Number* result) {            \
        vgpu::curand::make(order, std::size_t{blockIdx.x} * blockDim.x + threadIdx.x, kind,        \
                           result);                                                                \
    }                                                                                              \
    namespace vgpu::curand {                                                                       \
    constexpr auto kernel_of(const State*, const Kind*) { return curand_##name; }                  \
    }
#define WORKBOOK_CURAND_KERNELS(name, State)                                                       \
    WORKBOOK_CURAND_KERNEL(name##_bits, State, Bits, unsigned)                                     \
    WORKBOOK_CURAND_KERNEL(name##_uniform, State, Uniform, float)                                  \
    WORKBOOK_CURAND_KERNEL(name##_uniform_double, State, UniformDouble, double)                    \
    WORKBOOK_CURAND_KERNEL(name##_normal, State, Normal, float)                                    \
    WORKBOOK_CURAND_KERNEL(name##_normal_double, State, NormalDouble, double)                      \
    WORKBOOK_CURAND_KERNEL(name##_log_normal, State, LogNormal, float)                             \
    WORKBOOK_CURAND_KERNEL(name##_log_normal_double, State, LogNormalDouble, double)               \
    WORKBOOK_CURAND_KERNEL(name##_poisson, State, Poisson, unsigned)                               \
    WORKBOOK_CURAND_KERNEL(name##_poisson_of_normals, State, PoissonOfNormals, unsigned)

WORKBOOK_CURAND_KERNELS(xorwow, Xorwow)
WORKBOOK_CURAND_KERNELS(mrg32k3a, Mrg32k3a)
WORKBOOK_CURAND_KERNELS(philox, Philox)

namespace vgpu::curand {
namespace {

template <class State>
class SequenceOf : public Sequence {
  public:
    explicit SequenceOf(const Place& place)
        : place_(place), states_(place.streams),
          start_(static_cast<unsigned>(place.offset / width % place.streams)), first_(start_),
          skipped_(static_cast<unsigned>(place.offset % width)) {}
    SequenceOf(const SequenceOf&) = delete;
    SequenceOf& operator=(const SequenceOf&) = delete;
    ~SequenceOf() override { cudaFree(device_states_); }

    curandStatus_t begin_all() override { return begin(place_.streams); }

    // Pairs count as one, as in NVIDIA's library.
    unsigned long long offset() const override { return place_.offset + given_; }

    curandStatus_t generate(const Request& r, cudaStream_t stream) override {
        const auto mean = static_cast<float>(r.mean), deviation = static_cast<float>(r.deviation);
        switch (r.kind) {
        case Kind::bits:
            return run<unsigned>(r, Bits{}, stream);
        case Kind::uniform:
            return run<float>(r, Uniform{}, stream);
        case Kind::uniform_double:
            return run<double>(r, UniformDouble{}, stream);
        case Kind::normal:
            return run<float>(r, Normal(mean, deviation), stream);
        case Kind::normal_double:
            return run<double>(r, NormalDouble(r.mean, r.deviation), stream);
        case Kind::log_normal:
            return run<float>(r, LogNormal(mean, deviation), stream);
        case Kind::log_normal_double:
            return run<double>(r, LogNormalDouble(r.mean, r.deviation), stream);
        case Kind::poisson:
            if (r.mean >= 2000) return run<unsigned>(r, PoissonOfNormals(r.mean), stream);
            return run<unsigned>(r, Poisson(r.mean), stream);
        case Kind::long_bits: // Sobol's alone
            break;
        }
        return CURAND_STATUS_INTERNAL_ERROR;
    }

  private:
    static constexpr unsigned width = Single::width<State>; // in which offsets are counted

    // Has the first `count` streams from start_ ready: their states are computed by the CPU.
    curandStatus_t begin(std::size_t count) {
        count = std::min<std::size_t>(count, place_.streams);
        if (count <= begun_) return CURAND_STATUS_SUCCESS;
        if (!place_.on_host && device_states_ == nullptr)
            if (const auto error = cudaMalloc(&device_states_, states_.size() * sizeof(State));
                error != cudaSuccess)
                return status_of(error);
        while (begun_ < count) {
            const auto from = (start_ + begun_) % place_.streams;
            const auto end = std::min<std::size_t>(from + count - begun_, place_.streams);
            for (std::size_t i = from; i < end; ++i) begin_stream(i);
            if (!place_.on_host)
                if (const auto error = library::copy_apart(device_states_ + from, &states_[from],
                                                           (end - from) * sizeof(State));
                    error != cudaSuccess)
                    return status_of(error);
            begun_ += end - from;
        }
        return CURAND_STATUS_SUCCESS;
    }

    void begin_stream(std::size_t index) {
        const auto units = place_.offset / width;
        const auto given = units / place_.streams + (index < units % place_.streams ? 1 : 0);
        curand_init(place_.seed, index, given * width, &states_[index]);
    }

    template <class Number, class What>
    curandStatus_t run(const Request& request, const What& what, cudaStream_t stream) {
        constexpr unsigned unit = What::template width<State>;
        const auto end = skipped_ + request.numbers, units = (end + unit - 1) / unit;
        used_ = std::min<std::size_t>(used_ + units, place_.streams);
        if (const auto status = begin(used_); status != CURAND_STATUS_SUCCESS) return status;
        auto* result = static_cast<Number*>(request.result);
        Order<State> order{place_.on_host ? states_.data() : device_states_, place_.streams, first_,
                           skipped_, request.numbers};
        const auto threads = std::min<std::size_t>(units, place_.streams);
        if (place_.on_host)
            for (std::size_t i = 0; i < threads; ++i) make(order, i, what, result);
        else if (const auto status = launch(kernel_of(static_cast<const State*>(nullptr),
                                                      static_cast<const What*>(nullptr)),
                                            threads, stream, order, what, result);
                 status != CURAND_STATUS_SUCCESS)
            return status;
        first_ = static_cast<unsigned>((first_ + end / unit) % place_.streams);
        skipped_ = static_cast<unsigned>(end % unit);
        given_ += unit == width ? request.numbers : units;
        return CURAND_STATUS_SUCCESS;
    }

    Place place_;
    std::vector<State> states_;
    State* device_states_ = nullptr;
    unsigned start_, first_, skipped_;
    std::size_t begun_ = 0, used_ = 0; // streams, from start_
    unsigned long long given_ = 0;     // numbers or pairs
};

} // namespace

std::unique_ptr<Sequence> make_sequence(curandRngType_t type, const Place& place) {
    if (type >= CURAND_RNG_QUASI_DEFAULT) return make_sobol_sequence(type, place);
    switch (type) {
    case CURAND_RNG_PSEUDO_MTGP32:
        return make_mtgp32_sequence(place);
    case CURAND_RNG_PSEUDO_XORWOW:
        return std::make_unique<SequenceOf<Xorwow>>(place);
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return std::make_unique<SequenceOf<Mrg32k3a>>(place);
    default:
        return std::make_unique<SequenceOf<Philox>>(place);
    }
}

} // namespace vgpu::curand
