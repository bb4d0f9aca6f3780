// The .approx functions (PTX ISA 9.7.3.8, 9.7.3.13 to 9.7.3.22).
//
// Hardware computes them from tables with errors that the manual bounds; here they are computed in
// double precision and rounded once, which stays within every bound:
//   div.approx 2 ulp for 2^-126 <= |b| <= 2^126, div.full 2 ulp, rcp 1 ulp, sqrt 1 ulp
//   rsqrt 2^-22.9 relative, sin and cos 2^-20.5 absolute in [-2pi, 2pi], tanh 2^-11 relative
//   ex2 2^-22.5 relative, lg2 2^-22 absolute in (0.5, 2) and relative elsewhere
// Polynomials instead of the host's library: they vectorise.
#include "vgpu/isa/semantics/approximate.hpp"
#include "vgpu/isa/semantics/choose.hpp"

#include <limits>

namespace vgpu::isa::semantics {
namespace {

float lg2(float a) {
    // log2(m) = 2/ln2 * artanh((m-1)/(m+1)) for m in [sqrt(1/2), sqrt(2)).
    static constexpr double series[] = {1, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13};
    constexpr std::uint64_t sqrt_half = 0x3fe6a09e667f3bcdu;
    const std::uint64_t bits = bits_of(static_cast<double>(a));
    const auto exponent = static_cast<std::int64_t>(bits - sqrt_half) >> 52;
    const double m = double_of(bits - (static_cast<std::uint64_t>(exponent) << 52));
    const double s = (m - 1) / (m + 1);
    const double value =
        static_cast<double>(exponent) + s * polynomial(s * s, series) * (2 * std::numbers::log2e);
    float result = static_cast<float>(value);
    result = a == 0 ? -std::numeric_limits<float>::infinity() : result;
    result = a == std::numeric_limits<float>::infinity() ? a : result;
    return a < 0 || a != a ? float_of(canonical_nan) : result;
}

struct SineAndCosine {
    double sine, cosine;
    std::uint64_t quadrant;
};

// Of r in the n-th quarter turn around the nearest multiple of pi/2.
SineAndCosine quarter(float a) {
    static constexpr double sines[] = {
        1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800};
    static constexpr double cosines[] = {1,           -1.0 / 2,       1.0 / 24,       -1.0 / 720,
                                         1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};
    constexpr double half_pi = std::numbers::pi / 2;
    const double turns = static_cast<double>(a) / half_pi;
    const double shifted = turns + to_integer;
    const double r = (turns - (shifted - to_integer)) * half_pi;
    return {r * polynomial(r * r, sines), polynomial(r * r, cosines), bits_of(shifted)};
}

// Beyond 2^40 quarter turns too few bits are left for an angle: the result means nothing, as on
// hardware, but lies in [-1, 1].
float bounded(double value, float a) {
    const float result = std::fabs(a) < 0x1p40f ? static_cast<float>(value) : 0.0f;
    return std::fabs(a) < std::numeric_limits<float>::infinity() ? result : float_of(canonical_nan);
}
float sin(float a) {
    const auto at = quarter(a);
    const double value = at.quadrant & 1 ? at.cosine : at.sine;
    const float result = bounded(at.quadrant & 2 ? -value : value, a);
    return a == 0 ? a : result;
}
float cos(float a) {
    const auto at = quarter(a);
    const double value = at.quadrant & 1 ? at.sine : at.cosine;
    return bounded((at.quadrant + 1) & 2 ? -value : value, a);
}

float rcp(float a) { return canonical(1.0f / a); }
float sqrt(float a) { return canonical(std::sqrt(a)); }
float rsqrt(float a) {
    return canonical(static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))));
}

float div_full(float a, float b) { return canonical(a / b); }
// a * (1/b): the reciprocal of a huge b is flushed to zero.
float div_approx(float a, float b) {
    const float magnitude = std::fabs(b);
    const bool huge = magnitude > 0x1p126f && magnitude < std::numeric_limits<float>::infinity();
    const float of_huge = canonical(a * std::copysign(0.0f, b));
    return huge ? of_huge : canonical(a / b);
}

// The gross f64 versions look at the upper word of the operand and deliver the upper word of the
// result: a NaN whose payload lies in the lower one counts as infinity.
double upper_word(double value) { return double_of(bits_of(value) & 0xffffffff00000000u); }
double upper_word_or_nan(double value) {
    return value != value ? double_of(0x7fffffff00000000u) : upper_word(value);
}
double rcp_64(double a) { return upper_word_or_nan(flush(1 / flush(upper_word(a)))); }
double rsqrt_gross(double a) { return upper_word_or_nan(1 / std::sqrt(flush(upper_word(a)))); }
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
