// f32 and f64 arithmetic with rounding modes other than to nearest: seldom used, so one loop for
// all modes that switches the host's rounding mode.
#pragma once

#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/floats.hpp"
#include "vgpu/isa/semantics/rounding.hpp"

namespace vgpu::isa::semantics {

enum class RoundedOperation : std::uint8_t {
    add,
    subtract,
    multiply,
    fma,
    divide,
    reciprocal,
    square_root
};

// A LaneFunction that expects a rounding_word as a predicate constant behind its operands.
LaneFunction rounded(RoundedOperation operation, bool is_double);

inline constexpr std::uint32_t rounding_flush = 0x100, rounding_saturate = 0x200;

constexpr std::uint32_t rounding_word(std::string_view mode, bool ftz, bool sat) {
    const std::uint32_t number = mode == "rz" ? 1 : mode == "rm" ? 2 : mode == "rp" ? 3 : 0;
    return number | (ftz ? rounding_flush : 0) | (sat ? rounding_saturate : 0);
}

// c + a[0] * b[0] + a[1] * b[step] + ..., `count` products, one fma after the other.
double fma_chain(const double* a, const double* b, int step, int count, double c, Mode mode);

} // namespace vgpu::isa::semantics
