// The streams of a generator of cuRAND, and which of them makes which result.
//
// Results are made in units: one number, the two of a pair of normals, or the four that Philox
// gives at a time. Units go round the streams, one from each: this is the order that NVIDIA
// documents.
#pragma once

#ifndef QUALIFIERS // the headers' functions, for the CPU as well
#define QUALIFIERS static inline __host__ __device__
#endif
#include <curand_kernel.h>

#include <cstddef>
#include <cstdint>

namespace vgpu::curand {

using Xorwow = curandStateXORWOW_t;
using Mrg32k3a = curandStateMRG32k3a_t;
using Philox = curandStatePhilox4_32_10_t;

template <class State>
inline constexpr bool has_four = false; // numbers at a time
template <>
inline constexpr bool has_four<Philox> = true;

template <class State>
struct Order {
    State* states;       // of the streams
    unsigned streams;    // how many there are
    unsigned first;      // the stream of the first unit
    unsigned skipped;    // numbers of the first unit that were given before
    std::size_t numbers; // to be written
};

// What the thread of stream first + `thread` does. A unit that is not given to its end is made
// again the next time, so the state stays before it.
template <class State, class Kind, class Number>
__host__ __device__ void make(const Order<State>& order, std::size_t thread, const Kind& kind,
                              Number* result) {
    constexpr unsigned width = Kind::template width<State>;
    const std::size_t end = order.skipped + order.numbers, units = (end + width - 1) / width;
    if (thread >= units || thread >= order.streams) return;
    State& kept = order.states[(order.first + thread) % order.streams];
    State state = kept;
    for (std::size_t unit = thread; unit < units; unit += order.streams) {
        Number numbers[width];
        kind(state, numbers);
        for (unsigned i = 0; i < width; ++i) {
            const std::size_t at = unit * width + i;
            if (at >= order.skipped && at < end) result[at - order.skipped] = numbers[i];
        }
        if ((unit + 1) * width <= end) kept = state;
    }
}

} // namespace vgpu::curand
