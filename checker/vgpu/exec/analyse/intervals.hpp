// Intervals of integers, as registers of 32 and 64 bits hold them: both taken as signed. What does
// not fit may be anything.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace vgpu::exec {

struct Interval {
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();

    static constexpr Interval any(int bits) {
        if (bits >= 64) return {};
        return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
    }
    static constexpr Interval just(std::int64_t value) { return {value, value}; }
    bool operator==(const Interval&) const = default;
    bool is_empty() const { return low > high; }
    bool is_single() const { return low == high; }
    bool is_any(int bits) const { return *this == any(bits); }
};

__extension__ using Wide = __int128;

// The interval of a result whose bounds have not wrapped around yet.
inline Interval wrapped(Wide low, Wide high, int bits) {
    const Interval any = Interval::any(bits);
    if (low < any.low || high > any.high) return any;
    return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}
// The interval as an unsigned type reads it; unknown for 64 bits that may be negative.
inline Interval without_sign(const Interval& a, int bits) {
    if (a.low >= 0) return a;
    if (bits >= 64) return {};
    if (a.high < 0) return {a.low + (std::int64_t{1} << bits), a.high + (std::int64_t{1} << bits)};
    return {0, (std::int64_t{1} << bits) - 1};
}
inline Interval join(const Interval& a, const Interval& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}
inline Interval meet(const Interval& a, const Interval& b) {
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}
inline Interval sum(const Interval& a, const Interval& b, int bits) {
    return wrapped(Wide{a.low} + b.low, Wide{a.high} + b.high, bits);
}
inline Interval difference(const Interval& a, const Interval& b, int bits) {
    return wrapped(Wide{a.low} - b.high, Wide{a.high} - b.low, bits);
}
inline Interval product(const Interval& a, const Interval& b, int bits) {
    const Wide corners[] = {Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low,
                            Wide{a.high} * b.high};
    return wrapped(*std::ranges::min_element(corners), *std::ranges::max_element(corners), bits);
}
// A shift by a distance that is not known may give anything.
inline bool is_distance(const Interval& a, int bits) {
    return a.is_single() && a.low >= 0 && a.low < bits;
}
inline Interval shifted_left(const Interval& a, const Interval& distance, int bits) {
    if (!is_distance(distance, bits)) return Interval::any(bits);
    return wrapped(Wide{a.low} << distance.low, Wide{a.high} << distance.low, bits);
}
// In what follows, `a` and `b` are as the instruction's type reads them (without_sign).
inline Interval shifted_right(const Interval& a, const Interval& distance, bool is_signed,
                              int bits) {
    if (!is_distance(distance, bits) || (!is_signed && a.low < 0)) return Interval::any(bits);
    return wrapped(a.low >> distance.low, a.high >> distance.low, bits);
}
inline Interval lesser(const Interval& a, const Interval& b, bool is_signed, int bits) {
    if (!is_signed && (a.low < 0 || b.low < 0)) return Interval::any(bits);
    return wrapped(std::min(a.low, b.low), std::min(a.high, b.high), bits);
}
inline Interval greater(const Interval& a, const Interval& b, bool is_signed, int bits) {
    if (!is_signed && (a.low < 0 || b.low < 0)) return Interval::any(bits);
    return wrapped(std::max(a.low, b.low), std::max(a.high, b.high), bits);
}
inline Interval quotient(const Interval& a, const Interval& b, int bits) {
    if (a.low < 0 || b.low <= 0) return Interval::any(bits);
    return wrapped(a.low / b.high, a.high / b.low, bits);
}
inline Interval remainder(const Interval& a, const Interval& b, int bits) {
    if (a.low < 0 || b.low <= 0) return Interval::any(bits);
    return wrapped(0, std::min(a.high, b.high - 1), bits);
}
// a & b
inline Interval common_bits(const Interval& a, const Interval& b, int bits) {
    if (a.low < 0 && b.low < 0) return Interval::any(bits);
    return {0, std::min(a.low < 0 ? b.high : a.high, b.low < 0 ? a.high : b.high)};
}
// a | b
inline Interval all_bits(const Interval& a, const Interval& b, int bits) {
    if (a.low < 0 || b.low < 0) return Interval::any(bits);
    const auto all = static_cast<std::uint64_t>(a.high | b.high);
    return {std::max(a.low, b.low), static_cast<std::int64_t>(~0ull >> std::countl_zero(all | 1))};
}

} // namespace vgpu::exec
