// cvt between pairs of 8-bit floats and pairs of f32 or f16 (PTX ISA 9.7.9.21). The first source,
// or the upper half of the source, is the upper one of the result.
#include "vgpu/isa/semantics/byte_floats.hpp"
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/rounding.hpp"

#include <algorithm>

namespace vgpu::isa::semantics {
namespace {

// Numbers are rounded as if the exponent had no largest value and then cut off at the largest
// finite number: that is what .satfinite says, and e4m3 has numbers where other formats have
// infinity.
struct E4m3 {
    static constexpr FloatFormat unlimited{4, 7, 5};
    static constexpr u32 largest = 0x7e; // 448
    static u32 to_half(u32 raw) { return half_of_e4m3(raw); }
};
struct E5m2 {
    static constexpr FloatFormat unlimited{3, 15, 6};
    static constexpr u32 largest = 0x7b; // 57344
    static u32 to_half(u32 raw) { return half_of_e5m2(raw); }
};

template <class Format, bool relu>
u32 to_byte(float value) {
    if (value != value) return 0x7f; // of both formats, whatever the sign
    const u32 sign = bits_of(value) >> 31;
    if (relu && sign != 0) return 0;
    const double magnitude = std::min(std::fabs(static_cast<double>(value)), 0x1p17);
    const auto rounded = static_cast<u32>(encode(exact(magnitude), Format::unlimited, Mode::rn));
    return sign << 7 | std::min(rounded, Format::largest);
}
template <class Format, bool relu>
u32 to_half_of_byte(u32 raw) {
    const u32 half = Format::to_half(raw);
    if ((half & 0x7fff) > 0x7c00) return canonical_nan_16;
    return relu && (half & 0x8000) != 0 ? 0 : half;
}

template <class Format, bool relu>
u16 floats_to_bytes(float high, float low) {
    return static_cast<u16>(to_byte<Format, relu>(high) << 8 | to_byte<Format, relu>(low));
}
template <class Format, bool relu>
u16 halves_to_bytes(u32 pair) {
    return floats_to_bytes<Format, relu>(to_float(Half{static_cast<u16>(pair >> 16)}),
                                         to_float(Half{static_cast<u16>(pair)}));
}
template <class Format, bool relu>
u32 bytes_to_halves(u16 pair) {
    return to_half_of_byte<Format, relu>(pair >> 8) << 16 |
           to_half_of_byte<Format, relu>(pair & 0xff);
}

// pick.operator()<Format, relu>() for the format that is named at that place.
template <class Pick>
bool use_format(const Form& form, int place, Instruction& instruction, Pick pick) {
    const bool relu = form.has("relu");
    if (form.type_names[place] == "e4m3x2")
        return use(instruction, relu ? pick.template operator()<E4m3, true>()
                                     : pick.template operator()<E4m3, false>());
    return use(instruction, relu ? pick.template operator()<E5m2, true>()
                                 : pick.template operator()<E5m2, false>());
}

} // namespace

bool float_pair_to_bytes(const Form& form, Instruction& instruction) {
    return use_format(form, 0, instruction,
                      []<class F, bool relu>() { return lane<floats_to_bytes<F, relu>>; });
}
bool half_pair_to_bytes(const Form& form, Instruction& instruction) {
    return use_format(form, 0, instruction,
                      []<class F, bool relu>() { return lane<halves_to_bytes<F, relu>>; });
}
bool bytes_to_half_pair(const Form& form, Instruction& instruction) {
    return use_format(form, 1, instruction,
                      []<class F, bool relu>() { return lane<bytes_to_halves<F, relu>>; });
}

} // namespace vgpu::isa::semantics
