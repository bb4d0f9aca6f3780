// Why an output is wrong, in CUDA terms.
#pragma once

#include "harness/run.hpp"
#include "harness/values.hpp"

#include <functional>
#include <optional>
#include <string>

namespace workbook {

// An output each element of which is the sum of some elements of an input.
struct Sums {
    std::size_t input = 0;                          // the argument that has the values
    std::function<std::size_t(std::size_t)> sum_of; // element of the output that adds value j
};

struct Expectation {
    std::size_t argument = 0; // of the call, counted from 0
    Values values;
    Tolerance tolerance;
    std::optional<Shape> shape;
    // Arguments whose element i, before the call, the output's element i is made from: shown with
    // it.
    std::vector<std::size_t> sources = {};
    bool by_any_thread = false; // element i is not thread i's
    std::optional<Sums> sums = {};
};

// Nothing if the output is as expected; otherwise how many elements are wrong, the first of them
// with the block and thread that own them under the launch seen, and the pattern if there is one.
// Throws std::logic_error when the expectation does not fit the argument.
std::optional<std::string> diagnose(const CallRecord& record, const Expectation& expectation);

// "`out` of add()": how messages name an argument, by its parameter.
std::string name_of_argument(const CallRecord& record, std::size_t index);

} // namespace workbook
