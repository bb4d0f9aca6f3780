// Why a sum is wrong: which values it adds. The call is made again, for the message alone, with
// ones for some of the values and zeros for the others, so that the result counts the ones that it
// adds. Halving what is asked for leads to the values that are missing or are added twice.
#pragma once

#include "harness/diagnosis.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace workbook {

// The value of a result if the values [first, last) of `count` are 1 and the others 0. nullopt: the
// call did not end as it should, so it says nothing.
using CountOnes = std::function<std::optional<double>(std::size_t first, std::size_t last)>;

struct Contribution {
    std::size_t first = 0, last = 0; // values [first, last)
    double times = 0;                // that each of them is added; 1 would be right
};

// The values of `count` that are not added exactly once, by at most `most_questions`; where these
// do not suffice, what is found so far.
std::vector<Contribution> wrong_contributions(std::size_t count, std::size_t most_questions,
                                              const CountOnes& ask);

// A sentence on the first element of an output that is wrong; empty if its values are not to blame.
// The expectation says which values it adds (Expectation::sums).
std::string explain_sum(const CallRecord& record, const Expectation& expectation);

} // namespace workbook
