// What a diagnosis says of an output, for tests of its words.
#pragma once

#include "synthetic.hpp"

#include "harness/diagnosis.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workbook::synthetic {

// Different values, no two neighbours alike, nothing that a pattern would find in them.
template <class T = int>
std::vector<T> reference(std::size_t n) {
    std::vector<T> values(n);
    std::uint32_t state = 12345;
    for (T& value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<T>(state >> 8);
    }
    return values;
}

template <class T>
std::string explain(const CallBuilder& call, std::size_t argument, const std::vector<T>& expected,
                    Tolerance tolerance = {}, std::optional<Shape> shape = {}) {
    return diagnose(call.run().record(), {argument, values_of(expected), tolerance, shape})
        .value_or("");
}

// Output `actual` of a call with one launch, compared with `expected`.
template <class T>
std::string explain(const std::vector<T>& actual, const std::vector<T>& expected,
                    Dim3 grid = {32, 1, 1}, Dim3 block = {128, 1, 1}) {
    CallBuilder call;
    call.output(actual).launch(grid, block);
    return explain(call, 0, expected);
}

} // namespace workbook::synthetic
