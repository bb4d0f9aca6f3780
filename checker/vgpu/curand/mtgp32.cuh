// The streams of MTGP32, a Mersenne Twister for GPUs (M. Saito, A Variant of Mersenne Twister
// Suitable for Graphic Processors, arXiv:1005.4973), and which of them makes which result.
//
// NVIDIA documents the order: results go round the streams, 256 numbers from each. A stream's
// parameters and first words are those that the toolkit's headers give to states of the device API.
#pragma once

#include "vgpu/curand/words.cuh"

#include <cstddef>
#include <cstdint>

namespace vgpu::curand {

struct Mtgp32 {                              // a stream, without its words
    static constexpr unsigned size = 351;    // words of a state: 11213 bits
    static constexpr unsigned room = 1024;   // words, for a state and what is made of it
    static constexpr unsigned at_once = 256; // numbers in a row
    unsigned begin;                          // of the state
    unsigned position, shift_1, shift_2, mask, matrix[16], tempering[16];
};

struct Mtgp32Order {
    Mtgp32* streams;
    unsigned* words;     // word k of stream s is words[k * count + s]: a warp's lie side by side
    unsigned count;      // of the streams
    unsigned first;      // the stream of the first result
    unsigned skipped;    // numbers that it gave before
    std::size_t numbers; // to be written

    __host__ __device__ unsigned& word(unsigned stream, unsigned number) const {
        return words[std::size_t{number % Mtgp32::room} * count + stream];
    }
};

// What the thread of stream first + `thread` does. Numbers that are not given to their end are made
// again the next time, so the state stays before them.
template <class Kind, class Number>
__host__ __device__ void make(const Mtgp32Order& order, std::size_t thread, std::size_t,
                              const Kind& kind, Number* result) {
    if (thread >= order.count) return;
    const auto s = static_cast<unsigned>((order.first + thread) % order.count);
    Mtgp32& stream = order.streams[s];
    const unsigned position = stream.position, mask = stream.mask;
    const unsigned shift_1 = stream.shift_1, shift_2 = stream.shift_2;
    const std::size_t end = order.skipped + order.numbers;
    unsigned begin = stream.begin;
    for (std::size_t number = thread * Mtgp32::at_once; number < end;
         number += std::size_t{order.count - 1} * Mtgp32::at_once) {
        unsigned own = order.word(s, begin), before = order.word(s, begin + position - 1);
        for (unsigned i = 0; i < Mtgp32::at_once && number < end; ++i, ++number) {
            const unsigned next = order.word(s, begin + i + 1);
            const unsigned picked = order.word(s, begin + i + position);
            unsigned x = (own & mask) ^ next;
            x ^= x << shift_1;
            const unsigned y = x ^ picked >> shift_2;
            const unsigned made = y ^ stream.matrix[y & 15];
            order.word(s, begin + i + Mtgp32::size) = made;
            before ^= before >> 16;
            before ^= before >> 8;
            if (number >= order.skipped)
                result[number - order.skipped] = kind(made ^ stream.tempering[before & 15]);
            own = next;
            before = picked;
        }
        if (number % Mtgp32::at_once == 0) begin = (begin + Mtgp32::at_once) % Mtgp32::room;
    }
    stream.begin = begin;
}

} // namespace vgpu::curand
