// What checks of floating-point numbers share: how near two are, and a list of some.
#pragma once

#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace workbook {

// Infinities are near to themselves alone, NaN to nothing.
inline bool close(double actual, double expected, double relative, double absolute = 0) {
    const double most = absolute + relative * std::abs(expected);
    return actual == expected || (std::isfinite(most) && std::abs(actual - expected) <= most);
}

// "1, 2, 3, ...": the first `most` of them; `none` if there are no values.
template <class Value>
std::string listed(const std::vector<Value>& values, const char* none, std::size_t most = 6) {
    std::ostringstream text;
    for (std::size_t i = 0; i < values.size() && i < most; ++i)
        text << (i > 0 ? ", " : "") << values[i];
    if (values.size() > most) text << ", ...";
    return values.empty() ? none : text.str();
}

} // namespace workbook
