// Products of a warpgroup, of floats, as an H200 makes them (docs/decisions/0019): the model of
// matrix_float.cpp, with fewer bits where the factors have 8.
//
// Most sums are made in floats whose every operation is exact: a product of two significands of 11
// bits fits a float's 24, and a scale that is a power of two makes "cut off so many bits behind the
// point of the largest exponent" the conversion to an integer. It takes a few operations for many
// columns at once. Exponents that a float has no room for, infinities and NaNs are looked at one
// sum after the other.
#include "vgpu/isa/semantics/byte_floats.hpp"
#include "vgpu/isa/semantics/group_product.hpp"
#include "vgpu/isa/semantics/rounding.hpp"
#include "vgpu/isa/semantics/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace vgpu::isa::semantics {
namespace {

// Bits that are kept behind the point of the largest exponent, and in a sum in f32.
constexpr int kept_bits_of(const GroupProduct& product) {
    return bits_of(product.a) == 8 ? 13 : 25;
}
constexpr int kept_significand(const GroupProduct& product) {
    return bits_of(product.a) == 8 ? 14 : 24;
}
// An exponent of a factor up to which products and scales are floats that are not subnormal.
constexpr int most_exponent = 50;

// A float of any of the formats: its value, and 2 to its exponent, which of a subnormal one is the
// format's least; 0 of a zero.
struct Element {
    float value = 0, power = 0;
    bool is_plain = true; // finite, and its exponent is not too large
};

Element element_of(u32 raw, MatrixType type, bool negates) {
    int fraction_bits = 10, exponent_bits = 5;
    if (type == MatrixType::e4m3) raw = half_of_e4m3(raw);
    if (type == MatrixType::e5m2) raw = half_of_e5m2(raw);
    if (type == MatrixType::bf16) raw <<= 16;
    if (type == MatrixType::tf32) raw &= ~0x1fffu; // the lowest 13 bits do not count
    if (type == MatrixType::bf16 || type == MatrixType::tf32 || type == MatrixType::f32) {
        fraction_bits = 23;
        exponent_bits = 8;
    }
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const auto field = static_cast<int>(raw >> fraction_bits & ((1u << exponent_bits) - 1));
    const int exponent = std::max(field, 1) - bias;
    Element element;
    element.value =
        exponent_bits == 8 ? float_of(raw) : to_float(Half{static_cast<std::uint16_t>(raw)});
    if (negates) element.value = -element.value;
    if (element.value != 0)
        element.power = std::bit_cast<float>(static_cast<u32>(exponent + 127) << 23);
    element.is_plain = field != (1 << exponent_bits) - 1 && std::abs(exponent) <= most_exponent;
    if (element.value == 0) element.is_plain = true;
    return element;
}

struct Elements {
    std::vector<float> values, powers;
    bool are_plain = true;

    Elements(const u32* raw, std::size_t count, MatrixType type, bool negates)
        : values(count), powers(count) {
        for (std::size_t i = 0; i < count; ++i) {
            const Element element = element_of(raw[i], type, negates);
            values[i] = element.value;
            powers[i] = element.power;
            are_plain &= element.is_plain;
        }
    }
};

// A sum of terms in units of 2 to (exponent - kept bits): cut off to f32, or rounded to f16.
u32 result_of(s64 sum, int exponent, const GroupProduct& product) {
    if (sum == 0) return 0;
    const bool negative = sum < 0;
    auto magnitude = static_cast<std::uint64_t>(negative ? -sum : sum);
    const int kept = kept_bits_of(product), top = 63 - std::countl_zero(magnitude);
    const int own = exponent + top - kept; // the result's
    const bool as_f32 = product.d == MatrixType::f32;
    if (as_f32) {
        const u32 sign = negative ? 0x80000000u : 0u;
        if (own > 127) return sign | 0x7f800000u;
        const int excess = top + 1 - kept_significand(product);
        if (excess > 0) magnitude = magnitude >> excess << excess;
        if (own >= -126) {
            const auto fraction =
                static_cast<u32>(top >= 23 ? magnitude >> (top - 23) : magnitude << (23 - top));
            return sign | static_cast<u32>(own + 127) << 23 | (fraction & 0x7fffffu);
        }
    }
    ExactNumber number = exact(magnitude, negative);
    number.exponent += exponent - kept;
    return static_cast<u32>(as_f32 ? encode(number, format_f32, Mode::rz)
                                   : encode(number, format_f16, Mode::rn));
}

int exponent_of(float power) { return static_cast<int>(std::bit_cast<u32>(power) >> 23) - 127; }

class Products {
  public:
    Products(const GroupProduct& product, const u32* a, const u32* b, const std::uint8_t* met,
             u32* d)
        : product_(product), met_(product, met), kept_(static_cast<u32>(kept_bits_of(product))),
          a_(a, product.a_elements(), product.a, product.negates_a),
          b_(b, product.b_elements(), product.b, product.negates_b), d_(d) {}

    void run() {
        constexpr int most = 32, least = 8; // columns side by side
        for (int row = 0; row < group_rows; ++row) {
            int column = 0;
            for (; column + most <= product_.n; column += most) add<most>(row, column);
            for (; column < product_.n; column += least) add<least>(row, column);
        }
    }

  private:
    template <int block>
    void add(int row, int column) {
        if (a_.are_plain && b_.are_plain && add_plain<block>(row, column)) return;
        for (int i = 0; i < block; ++i) add_one(row, column + i);
    }

    // Values and powers of C; false if not all are finite.
    template <int block>
    bool read_sum(const u32* d, float* values, float* powers) const {
        u32 special = 0;
        for (int i = 0; i < block; ++i) {
            const u32 raw = d[i];
            if (product_.d == MatrixType::f32) {
                const u32 field = raw & 0x7f800000u;
                const u32 power = (raw & 0x7fffffffu) == 0 ? 0 : field == 0 ? 0x00800000u : field;
                values[i] = float_of(raw);
                powers[i] = float_of(power);
                special |= static_cast<u32>(field == 0x7f800000u);
            } else {
                const Element c = element_of(raw, MatrixType::f16, false);
                values[i] = c.value;
                powers[i] = c.power;
                special |= static_cast<u32>(!c.is_plain);
            }
        }
        return special == 0;
    }

    template <int block>
    bool add_plain(int row, int column) {
        const int n = product_.n, depth = product_.k;
        u32* const d = d_ + row * n + column;
        float c_values[block], largest[block], scales[block];
        if (!read_sum<block>(d, c_values, largest)) return false;
        const float* const a_powers = a_.powers.data() + row * depth;
        const float* const a_values = a_.values.data() + row * depth;
        const std::uint8_t* const b_rows = met_.of(row);
        const float* const b_powers = b_.powers.data() + column;
        const float* const b_values = b_.values.data() + column;
        for (int k = 0; k < depth; ++k) {
            const float own = a_powers[k];
            for (int i = 0; i < block; ++i) {
                const float power = own * b_powers[b_rows[k] * n + i];
                largest[i] = power > largest[i] ? power : largest[i];
            }
        }
        for (int i = 0; i < block; ++i) { // 0 where there is no float for it
            const u32 field = std::bit_cast<u32>(largest[i]) >> 23;
            scales[i] = std::bit_cast<float>(field <= kept_ ? 0u : (254 + kept_ - field) << 23);
        }
        s64 sums[block];
        for (int i = 0; i < block; ++i) sums[i] = static_cast<s32>(c_values[i] * scales[i]);
        constexpr int in_32_bits = 8; // so many terms
        for (int first = 0; first < depth; first += in_32_bits) {
            s32 parts[block] = {};
            for (int k = first; k < first + in_32_bits; ++k) {
                const float own = a_values[k];
                for (int i = 0; i < block; ++i)
                    parts[i] += static_cast<s32>(own * b_values[b_rows[k] * n + i] * scales[i]);
            }
            for (int i = 0; i < block; ++i) sums[i] += parts[i];
        }
        if (write_plain<block>(sums, largest, scales, d)) return true;
        for (int i = 0; i < block; ++i) {
            const bool is_small = scales[i] == 0; // then all products are zero
            d[i] = !is_small         ? result_of(sums[i], exponent_of(largest[i]), product_)
                   : largest[i] == 0 ? 0
                                     : small_sum(d[i]);
        }
        return true;
    }

    // The results of many sums at once; false if one of them is too small or too large for that.
    template <int block>
    bool write_plain(const s64* sums, const float* largest, const float* scales, u32* d) const {
        const bool as_f32 = product_.d == MatrixType::f32;
        const int lost_bits = 53 - (as_f32 ? kept_significand(product_) : 24);
        const std::uint64_t lost = (std::uint64_t{1} << lost_bits) - 1;
        const double last = 1.0 / static_cast<double>(1u << kept_); // of the largest exponent's 1
        std::uint64_t bits[block];
        bool is_plain = true;
        for (int i = 0; i < block; ++i) {
            const double value = static_cast<double>(sums[i]) * (double{largest[i]} * last);
            const double magnitude = std::abs(value);
            is_plain &= (magnitude == 0) | ((magnitude >= 0x1p-126) & (magnitude < 0x1p127));
            is_plain &= (scales[i] != 0) | (largest[i] == 0);
            bits[i] = bits_of(value);
        }
        if (!is_plain) return false;
        if (as_f32) {
            for (int i = 0; i < block; ++i)
                d[i] = bits_of(static_cast<float>(std::bit_cast<double>(bits[i] & ~lost)));
            return true;
        }
        // Cut off with a bit that says so, which makes the rounding that follows the only one.
        for (int i = 0; i < block; ++i) {
            const bool is_exact = (bits[i] & lost) == 0;
            const std::uint64_t odd = (bits[i] & ~lost) | (is_exact ? 0 : lost + 1);
            d[i] = to_half(static_cast<float>(std::bit_cast<double>(odd))).bits;
        }
        return true;
    }

    // C alone.
    u32 small_sum(u32 raw) const {
        const u32 field = std::max(raw >> 23 & 0xffu, 1u);
        const s64 magnitude = (raw & 0x7fffffu) | ((raw & 0x7f800000u) != 0 ? 0x800000u : 0u);
        const int shift = kept_bits_of(product_) - 23;
        const s64 kept = shift >= 0 ? magnitude << shift : magnitude >> -shift;
        return result_of((raw >> 31) != 0 ? -kept : kept, static_cast<int>(field) - 127, product_);
    }

    // Makes the sum as it is defined, in doubles that have room for each term.
    void add_one(int row, int column) {
        u32& raw = d_[row * product_.n + column];
        const Element c = element_of(raw, product_.d, false);
        std::array<double, most_group_depth + 1> terms;
        std::array<double, most_group_depth + 1> powers;
        double sum = 0, largest = 0;
        int count = 0;
        const auto add = [&](double term, double power) {
            sum += term;
            if (term == 0 && power == 0) return;
            terms[static_cast<std::size_t>(count)] = term;
            powers[static_cast<std::size_t>(count++)] = power;
            largest = std::max(largest, power);
        };
        add(c.value, c.power);
        for (int k = 0; k < product_.k; ++k) {
            const auto left =
                static_cast<std::size_t>(row) * product_.depth() + static_cast<std::size_t>(k);
            const auto right =
                met_.of(row)[k] * product_.columns() + static_cast<std::size_t>(column);
            add(double{a_.values[left]} * double{b_.values[right]},
                double{a_.powers[left]} * double{b_.powers[right]});
        }
        if (!std::isfinite(sum)) {
            raw = not_finite(sum);
            return;
        }
        if (count == 0) {
            raw = 0;
            return;
        }
        const int exponent = std::ilogb(largest);
        s64 whole = 0;
        for (int i = 0; i < count; ++i)
            whole += static_cast<s64>(
                std::ldexp(terms[static_cast<std::size_t>(i)], kept_bits_of(product_) - exponent));
        raw = result_of(whole, exponent, product_);
    }

    u32 not_finite(double sum) const {
        const bool as_f32 = product_.d == MatrixType::f32;
        if (std::isnan(sum)) return as_f32 ? canonical_nan : canonical_nan_16;
        return (sum < 0 ? (as_f32 ? 0x80000000u : 0x8000u) : 0u) | (as_f32 ? 0x7f800000u : 0x7c00u);
    }

    const GroupProduct& product_;
    MetRows met_;
    u32 kept_;
    Elements a_, b_;
    u32* d_;
};

} // namespace

void multiply_group_floats(const GroupProduct& product, const u32* a, const u32* b,
                           const std::uint8_t* met, u32* d) {
    Products(product, a, b, met, d).run();
}

} // namespace vgpu::isa::semantics
