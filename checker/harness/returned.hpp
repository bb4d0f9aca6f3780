// Matchers of the value that a function returned.
//
//     CHECK_THAT(run, returned(7u));
//     CHECK_THAT(run, returned_close(1.5, relative(1e-6)));
#pragma once

#include "harness/matchers.hpp"

#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

namespace workbook {

// A value as a person reads it: an enumerator as its number, a float with all the digits it has.
template <class T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T> std::string value_to_text(T value) {
    std::ostringstream text;
    if constexpr (std::is_enum_v<T>)
        text << +static_cast<std::underlying_type_t<T>>(value);
    else if constexpr (std::is_same_v<T, bool>)
        text << std::boolalpha << value;
    else if constexpr (std::is_floating_point_v<T>) {
        text.precision(std::numeric_limits<T>::max_digits10);
        text << value;
    } else
        text << +value;
    return text.str();
}

template <class T>
class Returned final : public RunMatcher {
  public:
    Returned(T expected, Tolerance tolerance) : expected_(expected), tolerance_(tolerance) {}

    bool match(const Run& run) const override {
        if (!run.record().returned_normally) return completed().match(run);
        const T actual = run.returned<T>();
        if (same(actual)) return true;
        return fails(Verdict::wrong_answer, run.record().function + "() returned " +
                                                value_to_text(actual) + "; expected " +
                                                value_to_text(expected_));
    }

  private:
    bool same(T actual) const {
        if constexpr (std::is_floating_point_v<T>)
            return agrees(element_type_of<T>(), actual, expected_, tolerance_);
        else
            return actual == expected_;
    }

    T expected_;
    Tolerance tolerance_;
};

// The function returned exactly this; T is its return type. A NaN equals every other.
template <class T>
Returned<T> returned(T expected) {
    return {expected, {}};
}

// |returned - expected| <= absolute + relative * |expected|.
template <std::floating_point T>
Returned<T> returned_close(T expected, RelativeTolerance relative,
                           AbsoluteTolerance absolute = {}) {
    return {expected, {0, relative.value, absolute.value}};
}

} // namespace workbook
