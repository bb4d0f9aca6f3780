// The direction vectors and scramble constants of Sobol's sequences, as NVIDIA's libcurand has
// them: by S. Joe and F. Y. Kuo (https://web.maths.unsw.edu.au/~fkuo/sobol/), and scrambled.
// write_sobol_tables.cpp takes them from the toolkit's library when the workbook is built; nothing
// of them is in its sources.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::curand {

inline constexpr unsigned sobol_dimensions = 20000; // as curandGetDirectionVectors32 documents

// A number of 32 or 64 bits has as many vectors.
template <class Word>
using DirectionVectors = Word[sizeof(Word) * 8];

template <class Word>
struct SobolTable {
    DirectionVectors<Word> vectors[sobol_dimensions], scrambled_vectors[sobol_dimensions];
    Word constants[sobol_dimensions]; // of the scrambled ones
};

struct SobolTables {
    SobolTable<std::uint64_t> of_64_bits;
    SobolTable<std::uint32_t> of_32_bits;
};

// nullptr: the toolkit had no libcurand when the workbook was built.
const SobolTables* sobol_tables();

} // namespace vgpu::curand
