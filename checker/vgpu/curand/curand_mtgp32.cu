// The kernels of MTGP32, and the sequence that launches them.
#include "vgpu/curand/launch.hpp"
#include "vgpu/curand/mtgp32.cuh"
#include "vgpu/curand/word_sequence.hpp"
#include "vgpu/library/copy_apart.hpp"

#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <algorithm>
#include <iterator>
#include <vector>

WORKBOOK_CURAND_KERNELS_OF_WORDS(mtgp32, vgpu::curand::Mtgp32Order, unsigned)

namespace vgpu::curand {
namespace {

// Sets the words of the stream's state.
Mtgp32 begin_stream(const Mtgp32Order& order, unsigned index, unsigned long long seed) {
    const mtgp32_params_fast_t& parameters = mtgp32dc_params_fast_11213[index];
    unsigned state[Mtgp32::size];
    mtgp32_init_state(state, &parameters, static_cast<unsigned>(seed ^ seed >> 32) + index + 1);
    for (unsigned k = 0; k < Mtgp32::size; ++k) order.word(index, k) = state[k];
    Mtgp32 stream{};
    stream.position = static_cast<unsigned>(parameters.pos);
    stream.shift_1 = static_cast<unsigned>(parameters.sh1);
    stream.shift_2 = static_cast<unsigned>(parameters.sh2);
    stream.mask = parameters.mask;
    std::copy(std::begin(parameters.tbl), std::end(parameters.tbl), stream.matrix);
    std::copy(std::begin(parameters.tmp_tbl), std::end(parameters.tmp_tbl), stream.tempering);
    return stream;
}

class Mtgp32Sequence : public WordSequence<Mtgp32Sequence, std::uint32_t> {
  public:
    explicit Mtgp32Sequence(const Place& place) : place_(place) {}
    Mtgp32Sequence(const Mtgp32Sequence&) = delete;
    Mtgp32Sequence& operator=(const Mtgp32Sequence&) = delete;
    ~Mtgp32Sequence() override {
        cudaFree(device_streams_);
        cudaFree(device_words_);
    }

    unsigned long long offset() const override { return 0; } // another one begins anew

    curandStatus_t begin_all() override {
        if (!streams_.empty()) return CURAND_STATUS_SUCCESS;
        words_.resize(std::size_t{Mtgp32::room} * place_.streams);
        streams_.resize(place_.streams);
        for (unsigned i = 0; i < place_.streams; ++i)
            streams_[i] = begin_stream(order(0), i, place_.seed);
        if (place_.on_host) return CURAND_STATUS_SUCCESS;
        const auto error = bring(streams_, device_streams_);
        return status_of(error == cudaSuccess ? bring(words_, device_words_) : error);
    }

    template <class Number, class What>
    curandStatus_t run(const Request& request, const What& what, cudaStream_t stream) {
        if (const auto status = begin_all(); status != CURAND_STATUS_SUCCESS) return status;
        auto* result = static_cast<Number*>(request.result);
        const Mtgp32Order now = order(request.numbers);
        const std::size_t end = skipped_ + request.numbers;
        first_ = static_cast<unsigned>((first_ + end / Mtgp32::at_once) % place_.streams);
        skipped_ = static_cast<unsigned>(end % Mtgp32::at_once);
        if (!place_.on_host)
            return launch(kernel_of(now, what), place_.streams, stream, now, what, result);
        for (unsigned i = 0; i < place_.streams; ++i) make(now, i, place_.streams, what, result);
        return CURAND_STATUS_SUCCESS;
    }

  private:
    // Uses the streams on the device, or those on the host before they are copied there.
    Mtgp32Order order(std::size_t numbers) {
        const bool on_device = device_words_ != nullptr;
        return {on_device ? device_streams_ : streams_.data(),
                on_device ? device_words_ : words_.data(),
                place_.streams,
                first_,
                skipped_,
                numbers};
    }

    template <class T>
    static cudaError_t bring(const std::vector<T>& here, T*& there) {
        const auto error = cudaMalloc(&there, here.size() * sizeof(T));
        return error == cudaSuccess
                   ? library::copy_apart(there, here.data(), here.size() * sizeof(T))
                   : error;
    }

    Place place_;
    std::vector<Mtgp32> streams_;
    std::vector<unsigned> words_;
    Mtgp32* device_streams_ = nullptr;
    unsigned* device_words_ = nullptr;
    unsigned first_ = 0, skipped_ = 0;
};

} // namespace

std::unique_ptr<Sequence> make_mtgp32_sequence(const Place& place) {
    return std::make_unique<Mtgp32Sequence>(place);
}

} // namespace vgpu::curand
