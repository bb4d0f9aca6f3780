// What the programs compute with: numbers at the edges of their types and ordinary ones, in one
// array with a part for each type.
#pragma once

#include "random.hpp"

#include <cstdint>
#include <vector>

namespace differential {

// Byte offsets of the parts; each holds input_count values.
inline constexpr unsigned input_count = 64;
inline constexpr unsigned input_b64 = 0;
inline constexpr unsigned input_f64 = input_b64 + 8 * input_count;
inline constexpr unsigned input_b32 = input_f64 + 8 * input_count;
inline constexpr unsigned input_f32 = input_b32 + 4 * input_count;
inline constexpr unsigned input_b16 = input_f32 + 4 * input_count;
inline constexpr unsigned input_f16 = input_b16 + 2 * input_count;
inline constexpr unsigned input_bf16 = input_f16 + 2 * input_count;
inline constexpr unsigned input_bytes = input_bf16 + 2 * input_count;

std::vector<std::uint64_t> make_input(Random& random);

} // namespace differential
