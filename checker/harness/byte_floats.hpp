// The 8-bit float e4m3 and blocks of 32 bfloat16 with one scale, for lesson 70: what is right, and
// which usual mistake a wrong code or scale looks like. Rounds by comparing: all numbers here, and
// those halfway between two of e4m3, are exact as doubles, and so are their quotients by powers of
// two.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace workbook::byte_floats {

using Codes = std::vector<std::uint8_t>;
using Numbers = std::vector<__nv_bfloat16>;

inline constexpr std::uint8_t nan_code = 0x7f;
inline constexpr int largest_code = 0x7e; // 448

inline double number_of(unsigned code) {
    const unsigned magnitude = code & 0x7f, exponent = magnitude >> 3, fraction = magnitude & 7;
    if (magnitude == nan_code) return std::numeric_limits<double>::quiet_NaN();
    const double number = exponent == 0
                              ? std::ldexp(fraction, -9)
                              : std::ldexp(1 + fraction / 8.0, static_cast<int>(exponent) - 7);
    return code & 0x80 ? -number : number;
}

// How a value that lies between two numbers may be rounded.
enum class Rounding { even, down, up, away };

inline std::uint8_t code_of(double value, Rounding rounding = Rounding::even) {
    if (std::isnan(value)) return nan_code;
    const unsigned sign = std::signbit(value) ? 0x80 : 0;
    const double magnitude = std::fabs(value);
    unsigned code = 0;
    while (code < largest_code && number_of(code + 1) <= magnitude) ++code;
    if (code < largest_code && number_of(code) != magnitude) {
        const double middle = (number_of(code) + number_of(code + 1)) / 2;
        const bool tie = magnitude == middle;
        const bool goes_up = rounding == Rounding::up ||
                             (rounding == Rounding::even && tie && code % 2 == 1) ||
                             (rounding == Rounding::away && tie) ||
                             (rounding != Rounding::down && magnitude > middle);
        if (goes_up) ++code;
    }
    return static_cast<std::uint8_t>(sign | code);
}

inline std::string named(unsigned code) {
    std::ostringstream text;
    text << "0x" << std::hex << code / 16 << code % 16 << std::dec << " (" << number_of(code)
         << ")";
    return text.str();
}

// A value with all of its digits, or how far it is from a number with few.
inline std::string shown(double value) {
    std::ostringstream text;
    text.precision(9);
    text << value;
    return text.str();
}

// The usual mistake that turns this value into this code; empty if there is none.
inline std::string looks_like(double value, unsigned found) {
    const unsigned right = code_of(value);
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) return "a NaN becomes 0x7f";
    if ((found ^ right) == 0x80)
        return value == 0 ? "a zero keeps its sign" : "the sign is the other one";
    if ((found & 0x7f) == nan_code) return "that is NaN; above 448 the code is that of 448";
    if (magnitude > 448) return "above 448, the code is that of 448, 0x7e, with the sign";
    if ((right & 0x7f) < 8 && (found & 0x7f) == 0)
        return "below 2^-6 the numbers of e4m3 are multiples of 2^-9; they are not all 0";
    const double of_half = __half2float(__float2half_rn(static_cast<float>(value)));
    const double of_bf16 = __bfloat162float(__float2bfloat16(static_cast<float>(value)));
    if (found == code_of(value, Rounding::away))
        return "the value is halfway between two numbers: the one with an even code is to be taken";
    const bool cut_off = found == code_of(value, Rounding::down);
    if (found == code_of(of_half) || found == code_of(of_bf16))
        return std::string(cut_off ? "cut off, or " : "") +
               "rounded twice: to a type of 16 bits first, which made it a number halfway between "
               "two of e4m3";
    if (cut_off) return "cut off; the nearest number is the next larger one in magnitude";
    if (found == code_of(value, Rounding::up)) return "the nearest number is closer to zero";
    return {};
}

inline __nv_bfloat16 bf16_of_bits(unsigned bits) {
    return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}
inline __nv_bfloat16 rounded(double value) { return __float2bfloat16(static_cast<float>(value)); }
inline double value_of(__nv_bfloat16 x) { return __bfloat162float(x); }
inline bool counts(double value) { return std::isfinite(value); }

inline double largest_of(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values)
        if (counts(value)) largest = std::max(largest, std::fabs(value));
    return largest;
}

// The scale's exponent, found by trying; 448 is the largest number.
inline int scale_for(double largest) {
    if (largest == 0) return 127;
    int byte = 0;
    while (largest > std::ldexp(448, byte - 127)) ++byte;
    return byte;
}

inline std::vector<double> block_of(const Numbers& x, std::size_t block) {
    std::vector<double> values;
    for (std::size_t i = 32 * block; i < std::min(x.size(), 32 * block + 32); ++i)
        values.push_back(value_of(x[i]));
    return values;
}

inline std::string power(int byte) { return "2^" + std::to_string(byte - 127); }

// The usual mistake that gives these values this scale.
inline std::string scale_looks_like(const std::vector<double>& values, int found) {
    const double largest = largest_of(values);
    const int right = scale_for(largest);
    if (largest == 0) return "a block with nothing but zeros, infinities and NaNs has the scale 1";
    if (found == 127)
        return "that is the scale of a block without values: do those at the end of the array "
               "count, and do all lanes come to the shuffles?";
    int exponent = 0;
    std::frexp(largest, &exponent); // largest is 0.5 to 1 times 2^exponent
    for (const double value : values)
        if (!counts(value) && found != right) return "infinities and NaNs do not count";
    if (found == right - 1)
        return "divided by it, the largest would be above 448: the scale is to be rounded up";
    if (found == right + 1)
        return "half of it is large enough: divided by that, the largest is not above 448";
    if (found == std::max(0, exponent - 1 + 127))
        return "with it the largest becomes 1 to 2; numbers up to 448 have a code";
    double positive = 0;
    for (const double value : values) positive = std::max(positive, counts(value) ? value : 0);
    if (found == scale_for(positive)) return "magnitudes count, negative values as well";
    for (std::size_t lane = 0; lane < values.size(); ++lane)
        if (found == scale_for(std::fabs(values[lane])))
            return "that is the scale for value " + std::to_string(lane) +
                   " of the block alone: all 32 count";
    return {};
}

inline std::string describe_scale(const Numbers& x, std::size_t block, int found) {
    const std::vector<double> values = block_of(x, block);
    const double largest = largest_of(values);
    const int right = scale_for(largest);
    const std::string hint = scale_looks_like(values, found);
    std::ostringstream text;
    text << "scales[" << block << "] is " << found << " (" << power(found) << "), expected is "
         << right << " (" << power(right) << "): the largest finite magnitude of its block is "
         << shown(largest) << (hint.empty() ? "" : "; ") << hint;
    return text.str();
}

inline Codes scales_of(const Numbers& x) {
    Codes scales;
    for (std::size_t block = 0; 32 * block < x.size(); ++block)
        scales.push_back(static_cast<std::uint8_t>(scale_for(largest_of(block_of(x, block)))));
    return scales;
}

inline Codes codes_of(const Numbers& x, const Codes& scales) {
    Codes codes;
    for (std::size_t i = 0; i < x.size(); ++i)
        codes.push_back(code_of(std::ldexp(value_of(x[i]), 127 - scales[i / 32])));
    return codes;
}

// Why a code of a block is wrong.
inline std::string code_looks_like(double value, int scale, const Numbers& x, std::size_t i,
                                   unsigned found) {
    if (found == code_of(std::ldexp(value, scale - 127)))
        return "multiplied by the scale instead of divided";
    if (found == code_of(value)) return "the value is not divided by the scale";
    const std::size_t begin = i / 32 * 32;
    for (std::size_t other = begin; other < std::min(x.size(), begin + 32); ++other)
        if (value_of(x[other]) != value &&
            found == code_of(std::ldexp(value_of(x[other]), 127 - scale)))
            return "that is the code of x[" + std::to_string(other) + "]";
    return looks_like(std::ldexp(value, 127 - scale), found);
}

// Which usual mistake makes this product of a code and a scale.
inline std::string product_looks_like(double found, unsigned code, int scale) {
    const double number = number_of(code);
    if (scale == 0) return "byte 0 is 2^-127, a subnormal float";
    if (found == value_of(rounded(std::ldexp(number, 127 - scale))))
        return "divided by the scale instead of multiplied";
    if (found == value_of(rounded(number))) return "the scale is not in it";
    if (found == value_of(rounded(number * scale)))
        return "multiplied by the byte: the scale is 2 to the power of byte - 127";
    if (std::fabs(std::ldexp(number, scale - 127)) < 0x1p-126)
        return "subnormal results are rounded to the nearest, too";
    return {};
}

} // namespace workbook::byte_floats
