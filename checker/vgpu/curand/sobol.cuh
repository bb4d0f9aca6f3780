// Sobol's sequences: the points of a generator, and the kinds of numbers that are made of them.
//
// NVIDIA documents the order: all numbers of the first dimension, then those of the second, and so
// on. Number i of a dimension is the sum without carries of those direction vectors that the Gray
// code of i names (P. Bratley, B. L. Fox, Algorithm 659, ACM Transactions on Mathematical Software
// 14, 1988).
#pragma once

#include "vgpu/curand/words.cuh"

#include <cstddef>
#include <cstdint>

namespace vgpu::curand {

template <class Word>
struct Points {
    const Word* vectors;      // of each dimension as many as a Word has bits
    const Word* constants;    // of each dimension; nullptr: not scrambled
    unsigned long long first; // the number of the first point
    std::size_t count;        // of points
    unsigned dimensions;

    // After the last number that a Word can count comes number 0 again.
    __host__ __device__ Word number(std::size_t dimension, unsigned long long any) const {
        constexpr unsigned bits = sizeof(Word) * 8;
        const auto i = static_cast<Word>(any);
        const Word gray = i ^ i >> 1;
        const Word* vector = vectors + dimension * bits;
        Word sum = constants == nullptr ? 0 : constants[dimension];
        for (unsigned b = 0; b < bits; ++b)
            if (gray >> b & 1) sum ^= vector[b];
        return sum;
    }
};

// What thread number `thread` of `threads` does.
template <class Word, class Kind, class Number>
__host__ __device__ void make(const Points<Word>& points, std::size_t thread, std::size_t threads,
                              const Kind& kind, Number* result) {
    const std::size_t numbers = points.count * points.dimensions;
    for (std::size_t k = thread; k < numbers; k += threads)
        result[k] = kind(points.number(k / points.count, points.first + k % points.count));
}

} // namespace vgpu::curand
