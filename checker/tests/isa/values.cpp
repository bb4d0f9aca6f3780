#include "values.hpp"

#include "vgpu/isa/semantics/rounding.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ptxtest {
namespace {

using vgpu::isa::FloatFormat;

const FloatFormat* format_of(std::string_view type) {
    if (type == "f16") return &vgpu::isa::format_f16;
    if (type == "bf16") return &vgpu::isa::format_bf16;
    if (type == "f32") return &vgpu::isa::format_f32;
    if (type == "f64") return &vgpu::isa::format_f64;
    return nullptr;
}

// "f16" of "f16x2"; "" if the type is no pair of floats.
std::string_view half_of_pair(std::string_view type) {
    return type == "f16x2" ? "f16" : type == "bf16x2" ? "bf16" : "";
}

std::uint64_t infinity_of(const FloatFormat& format) {
    return ((1ull << format.exponent_bits) - 1) << (format.precision - 1);
}
std::uint64_t sign_of(const FloatFormat& format) {
    return 1ull << (format.precision - 1 + format.exponent_bits);
}

std::optional<std::uint64_t> parse_integer(std::string_view text, int bytes) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (negative) value = 0 - value;
    return bytes >= 8 ? value : value & ((1ull << (8 * bytes)) - 1);
}

std::optional<std::uint64_t> parse_float(std::string_view text, const FloatFormat& format) {
    const std::uint64_t sign = text.starts_with('-') ? sign_of(format) : 0;
    if (text == "inf" || text == "-inf") return sign | infinity_of(format);
    if (text == "nan") return sign_of(format) - 1; // the canonical one
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0') return std::nullopt;
    if (value == 0) return sign;
    return vgpu::isa::encode(vgpu::isa::exact(value), format, vgpu::isa::Mode::rn);
}

std::optional<std::uint64_t> parse_scalar(std::string_view type, int bytes, std::string_view text) {
    if (const auto half = half_of_pair(type); !half.empty()) {
        const auto bar = text.find('|');
        if (bar == text.npos) return parse_integer(text, bytes);
        const auto low = parse_scalar(half, 2, text.substr(0, bar));
        const auto high = parse_scalar(half, 2, text.substr(bar + 1));
        if (!low || !high) return std::nullopt;
        return *low | *high << 16;
    }
    const auto* format = format_of(type);
    const bool is_bits = text.find("0x") != text.npos && text.find('p') == text.npos;
    if (format && !is_bits) return parse_float(text, *format);
    return parse_integer(text, bytes);
}

// "lane", "3*lane", "3*lane+1", "lane+1".
std::optional<Lanes> parse_affine(std::string_view text, int bytes, std::size_t count) {
    const auto at = text.find("lane");
    if (at == text.npos) return std::nullopt;
    std::uint64_t factor = 1, offset = 0;
    if (at > 0) {
        if (text[at - 1] != '*') return std::nullopt;
        const auto parsed = parse_integer(text.substr(0, at - 1), 8);
        if (!parsed) return std::nullopt;
        factor = *parsed;
    }
    auto rest = text.substr(at + 4);
    if (!rest.empty()) {
        if (rest.front() == '+') rest.remove_prefix(1);
        const auto parsed = parse_integer(rest, 8);
        if (!parsed) return std::nullopt;
        offset = *parsed;
    }
    Lanes lanes(count);
    const std::uint64_t ones = bytes >= 8 ? ~0ull : (1ull << (8 * bytes)) - 1;
    for (std::uint64_t lane = 0; lane < count; ++lane)
        lanes[lane] = (factor * lane + offset) & ones;
    return lanes;
}

// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): the same bits everywhere, from a seed.
class Bits {
  public:
    explicit Bits(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t value = (state_ += 0x9e3779b97f4a7c15);
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
        value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
        return value ^ (value >> 31);
    }

  private:
    std::uint64_t state_;
};

struct Packed {
    std::string_view name;
    int bits, fraction_bits, bias;
};
// tf32 stands in 32 bits, of which the lowest 13 are random as well.
constexpr Packed packed_formats[] = {
    {"e4m3", 8, 3, 7},     {"e5m2", 8, 2, 15},   {"f16", 16, 10, 15},  {"bf16", 16, 7, 127},
    {"tf32", 32, 23, 127}, {"f32", 32, 23, 127}, {"f64", 64, 52, 1023}};

// A float of exponent -spread to spread; one of 16 is zero.
std::uint64_t random_float(const Packed& format, int spread, Bits& bits) {
    const std::uint64_t sign = bits.next() & 1, fraction = bits.next(), choice = bits.next();
    const auto exponent = static_cast<std::uint64_t>(
        format.bias - spread + static_cast<int>((choice >> 8) % (2 * spread + 1)));
    const std::uint64_t magnitude =
        exponent << format.fraction_bits | (fraction & ((1ull << format.fraction_bits) - 1));
    return sign << (format.bits - 1) | (choice % 16 == 0 ? 0 : magnitude);
}

// "random(7)": any bits. "floats(f16,7,3)": floats of that format, as many as the operand has
// room for, of exponents -3 to 3. 7 is the seed.
std::optional<Lanes> parse_random(std::string_view text, int bytes, std::size_t count) {
    const auto open = text.find('(');
    if (open == text.npos || !text.ends_with(')')) return std::nullopt;
    const std::string_view kind = text.substr(0, open);
    std::vector<std::string_view> words;
    for (auto rest = text.substr(open + 1, text.size() - open - 2);;) {
        const auto comma = rest.find(',');
        words.push_back(rest.substr(0, comma));
        if (comma == rest.npos) break;
        rest.remove_prefix(comma + 1);
    }
    const bool is_float = kind == "floats" && words.size() == 3;
    if (!is_float && !(kind == "random" && words.size() == 1)) return std::nullopt;
    const auto seed = parse_integer(words[is_float ? 1 : 0], 8);
    if (!seed) return std::nullopt;
    Bits bits(*seed);
    Lanes lanes(count);
    if (!is_float) {
        for (auto& lane : lanes)
            lane = bits.next() & (bytes >= 8 ? ~0ull : (1ull << (8 * bytes)) - 1);
        return lanes;
    }
    const auto* format = std::ranges::find(packed_formats, words[0], &Packed::name);
    const auto spread = parse_integer(words[2], 4);
    if (format == std::end(packed_formats) || !spread || *spread > 900) return std::nullopt;
    for (auto& lane : lanes)
        for (int at = 0; at < 8 * bytes; at += format->bits)
            lane |= random_float(*format, static_cast<int>(*spread), bits) << at;
    return lanes;
}

std::optional<Lanes> parse_list(const Operand& operand, std::string_view text, std::size_t count) {
    Lanes period;
    text = text.substr(1, text.size() - 2);
    while (true) {
        const auto comma = text.find(',');
        const auto value = parse_scalar(operand.type, operand.bytes(), text.substr(0, comma));
        if (!value) return std::nullopt;
        period.push_back(*value);
        if (comma == text.npos) break;
        text.remove_prefix(comma + 1);
    }
    Lanes lanes(count);
    for (std::size_t lane = 0; lane < count; ++lane) lanes[lane] = period[lane % period.size()];
    return lanes;
}

std::string print_scalar(std::string_view type, std::uint64_t bits) {
    if (const auto half = half_of_pair(type); !half.empty())
        return print_scalar(half, bits & 0xffff) + "|" + print_scalar(half, bits >> 16);
    if (const auto* format = format_of(type)) {
        const double value = number_of(type, bits);
        if (value != value)
            return bits == sign_of(*format) - 1 ? "nan" : fmt::format("{:#x}", bits);
        if (type == "f64") return fmt::format("{}", value);
        return fmt::format("{}", static_cast<float>(value));
    }
    if (type == "s8") return fmt::format("{}", static_cast<std::int8_t>(bits));
    if (type == "s16") return fmt::format("{}", static_cast<std::int16_t>(bits));
    if (type == "s32") return fmt::format("{}", static_cast<std::int32_t>(bits));
    if (type == "s64") return fmt::format("{}", static_cast<std::int64_t>(bits));
    if (type.starts_with('b')) return fmt::format("{:#x}", bits);
    return fmt::format("{}", bits);
}

std::string print_warp(const Operand& operand, const Lanes& value) {
    if (operand.is_predicate()) {
        std::uint32_t mask = 0;
        for (std::size_t lane = 0; lane < 32; ++lane) mask |= (value[lane] != 0 ? 1u : 0u) << lane;
        return fmt::format("{:#x}", mask);
    }
    if (std::ranges::all_of(value, [&](auto each) { return each == value[0]; }))
        return print_scalar(operand.type, value[0]);
    std::size_t period = 1;
    const auto repeats = [&] {
        for (std::size_t lane = period; lane < value.size(); ++lane)
            if (value[lane] != value[lane % period]) return false;
        return true;
    };
    while (!repeats()) period *= 2;
    std::string text;
    for (std::size_t lane = 0; lane < period; ++lane)
        text += (lane == 0 ? "{" : ",") + print_scalar(operand.type, value[lane]);
    return text + "}";
}

} // namespace

bool is_float(std::string_view type) { return format_of(type) != nullptr; }

double number_of(std::string_view type, std::uint64_t bits) {
    if (type == "f64") return vgpu::isa::double_of(bits);
    if (type == "f32") return vgpu::isa::float_of(static_cast<std::uint32_t>(bits));
    const auto low = static_cast<std::uint16_t>(bits);
    return type == "bf16" ? vgpu::isa::to_float(vgpu::isa::Bfloat{low})
                          : vgpu::isa::to_float(vgpu::isa::Half{low});
}

std::uint64_t distance(std::string_view type, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t sign = sign_of(*format_of(type));
    const auto ordered = [&](std::uint64_t bits) {
        return bits & sign ? sign - (bits & (sign - 1)) : sign + bits;
    };
    const auto x = ordered(a), y = ordered(b);
    return x > y ? x - y : y - x;
}

std::optional<Lanes> parse_value(const Operand& operand, std::string_view text, std::size_t count) {
    if (count == 1) {
        const auto value = parse_scalar(operand.type, operand.bytes(), text);
        if (!value || (operand.is_predicate() && *value > 1)) return std::nullopt;
        return Lanes{*value};
    }
    if (operand.is_predicate()) {
        const auto mask = parse_integer(text, 4);
        if (!mask) return std::nullopt;
        Lanes lanes(count);
        for (std::size_t lane = 0; lane < count; ++lane) lanes[lane] = (*mask >> lane % 32) & 1;
        return lanes;
    }
    if (text.starts_with('{') && text.ends_with('}')) return parse_list(operand, text, count);
    if (auto lanes = parse_affine(text, operand.bytes(), count)) return lanes;
    if (auto lanes = parse_random(text, operand.bytes(), count)) return lanes;
    const auto value = parse_scalar(operand.type, operand.bytes(), text);
    if (!value) return std::nullopt;
    return Lanes(count, *value);
}

std::string print(const Operand& operand, const Lanes& value) {
    return value.size() == 1 ? print_scalar(operand.type, value[0]) : print_warp(operand, value);
}

} // namespace ptxtest
