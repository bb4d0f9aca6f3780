// The .approx functions (PTX ISA 9.7.3.8, 9.7.3.13 to 9.7.3.22).
//
// rcp, sqrt, rsqrt, ex2, lg2 and what is made of them are those of hardware, bit for bit. sin, cos
// and tanh are computed in double precision and rounded once, which stays within the manual's
// bounds:
//   sin and cos 2^-20.5 absolute in [-2pi, 2pi], tanh 2^-11 relative
// Polynomials instead of the host's library: they vectorise.
#include "vgpu/isa/semantics/approximate.hpp"
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/function_unit.hpp"

#include <limits>

namespace vgpu::isa::semantics {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

// Subnormal operands are scaled by 2^24 first.
float lg2(float a) {
    const bool is_small = a < 0x1p-126f;
    const float finite = a > 0 && a < infinite ? a : 1.0f;
    const float logarithm = function_unit::logarithm(is_small ? finite * 0x1p24f : finite);
    float result = is_small ? logarithm - 24.0f : logarithm;
    result = a == 0 ? -infinite : result;
    result = a == infinite ? a : result;
    return a < 0 || a != a ? float_of(canonical_nan) : result;
}

float sin(float a) {
    const bool is_finite = std::fabs(a) < infinite;
    const float result = function_unit::wave(is_finite ? a : 0.0f, 0);
    return is_finite ? (std::signbit(a) ? -result : result) : float_of(canonical_nan);
}
float cos(float a) {
    const bool is_finite = std::fabs(a) < infinite;
    return is_finite ? function_unit::wave(a, 1) : float_of(canonical_nan);
}

float rcp(float a) {
    const auto [fraction, exponent] = function_unit::parts_of(a);
    const int clamped = exponent < -200 ? -200 : (exponent > 200 ? 200 : exponent);
    float result = function_unit::scaled(function_unit::reciprocal(fraction), -clamped);
    result = a == 0 ? infinite : result;
    result = std::fabs(a) == infinite ? 0.0f : result;
    return a != a ? float_of(canonical_nan) : std::copysign(result, a);
}
float sqrt(float a) {
    const auto [fraction, exponent] = function_unit::parts_of(a);
    const int half = (exponent - (exponent & 1)) / 2;
    float result = function_unit::scaled(function_unit::square_root(fraction, exponent & 1), half);
    result = a == 0 || a == infinite ? a : result;
    return a < 0 || a != a ? float_of(canonical_nan) : result;
}
float rsqrt(float a) {
    const auto [fraction, exponent] = function_unit::parts_of(a);
    const int half = (exponent - (exponent & 1)) / 2;
    float result =
        function_unit::scaled(function_unit::reciprocal_root(fraction, exponent & 1), -half);
    result = a == 0 ? std::copysign(infinite, a) : result;
    result = a == infinite ? 0.0f : result;
    return a < 0 || a != a ? float_of(canonical_nan) : result;
}
// Both operands are scaled where the reciprocal would leave the range of normal numbers.
float div_full(float a, float b) {
    const float magnitude = std::fabs(b);
    const float small = magnitude < 0x1p-126f ? 0x1p24f : 1.0f;
    const float scale = magnitude > 0x1p126f ? 0.25f : small;
    return canonical((a * scale) * rcp(b * scale));
}
// a * (1/b): the reciprocal of a huge b is flushed to zero.
float div_approx(float a, float b) { return canonical(a * flush(rcp(b))); }

// The gross f64 versions look at the upper word of the operand and deliver the upper word of the
// result: a NaN whose payload lies in the lower one counts as infinity.
double upper_word(double value) { return double_of(bits_of(value) & 0xffffffff00000000u); }
double upper_word_or_nan(double value) {
    return value != value ? double_of(0x7fffffff00000000u) : upper_word(value);
}
double rcp_64(double a) {
    const double x = flush(upper_word(a));
    const auto [fraction, exponent] = function_unit::parts_of(x);
    const int clamped = exponent > 1022 ? 1022 : exponent;
    const double significand = float_of(function_unit::reciprocal(fraction));
    const double scaled = flush(significand * function_unit::power_of_2(-clamped));
    const double finite = exponent > 1022 ? std::copysign(0.0, x) : std::copysign(scaled, x);
    const bool is_special = x == 0 || exponent == 1024;
    return upper_word_or_nan(is_special ? 1 / x : finite);
}
double rsqrt_gross(double a) {
    const double x = flush(upper_word(a));
    const auto [fraction, exponent] = function_unit::parts_of(x);
    const double significand = float_of(function_unit::reciprocal_root(fraction, exponent & 1));
    const double finite = significand * function_unit::power_of_2(-(exponent - (exponent & 1)) / 2);
    const bool is_special = !(x > 0) || exponent == 1024;
    return upper_word_or_nan(is_special ? 1 / std::sqrt(x) : finite);
}
double rsqrt_64(double a) { return with_nan(1 / std::sqrt(a), a, a); }

template <float (*operation)(float)>
float flushed(float a) {
    return flush(operation(flush(a)));
}
template <float (*operation)(float, float)>
float flushed_2(float a, float b) {
    return flush(operation(flush(a), flush(b)));
}

template <float (*operation)(float)>
bool unary(const Form& form, Instruction& instruction) {
    return use(instruction, form.has("ftz") ? lane<flushed<operation>> : lane<operation>);
}
template <float (*operation)(float, float)>
bool binary(const Form& form, Instruction& instruction) {
    return use(instruction, form.has("ftz") ? lane<flushed_2<operation>> : lane<operation>);
}

} // namespace

bool approximate_sin(const Form& form, Instruction& instruction) {
    return unary<sin>(form, instruction);
}
bool approximate_cos(const Form& form, Instruction& instruction) {
    return unary<cos>(form, instruction);
}
bool approximate_ex2(const Form& form, Instruction& instruction) {
    return unary<ex2>(form, instruction);
}
bool approximate_lg2(const Form& form, Instruction& instruction) {
    return unary<lg2>(form, instruction);
}
bool approximate_tanh(const Form& form, Instruction& instruction) {
    return unary<tanh>(form, instruction);
}
bool approximate_rcp(const Form& form, Instruction& instruction) {
    return unary<rcp>(form, instruction);
}
bool approximate_sqrt(const Form& form, Instruction& instruction) {
    return unary<sqrt>(form, instruction);
}
bool approximate_rsqrt(const Form& form, Instruction& instruction) {
    return unary<rsqrt>(form, instruction);
}
bool approximate_div(const Form& form, Instruction& instruction) {
    return binary<div_approx>(form, instruction);
}
bool full_range_div(const Form& form, Instruction& instruction) {
    return binary<div_full>(form, instruction);
}
bool gross_rcp_64(const Form&, Instruction& instruction) { return use(instruction, lane<rcp_64>); }
bool approximate_rsqrt_64(const Form&, Instruction& instruction) {
    return use(instruction, lane<rsqrt_64>);
}
bool gross_rsqrt_64(const Form&, Instruction& instruction) {
    return use(instruction, lane<rsqrt_gross>);
}

} // namespace vgpu::isa::semantics
