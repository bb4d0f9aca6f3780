// Intervals of integers, as registers of 32 and 64 bits hold them: both taken as signed. What does
// not fit may be anything.
#pragma once

#include <algorithm>
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

// Of a result as it is before it wraps around.
inline Interval wrapped(Wide low, Wide high, int bits) {
    const Interval any = Interval::any(bits);
    if (low < any.low || high > any.high) return any;
    return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}
// As the type without a sign reads it; 64 bits: unknown unless it has none.
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

} // namespace vgpu::exec
