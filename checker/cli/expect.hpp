// Tests of the checkers: does a known program get the verdict and the words that it should?
#pragma once

#include "cli/grading/grade_lessons.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace workbook::cli {

struct Expectation {
    std::string verdict;               // the verdict it must get; empty: any
    std::string not_verdict;           // the verdict it must not get; empty: any
    std::vector<std::string> messages; // each must occur in what the checker says
    bool only_virtual = false;         // the fault cannot be seen on a real GPU
    bool no_points = false;            // no case may pass
};

// Reads the comment lines at the top of a mistake. Throws UserError if they promise nothing.
//     // Mistake: ...    // Verdict: wrong_answer    // Message: ...    // Only: virtual
Expectation read_expectation(const std::string& source_text, const std::string& name);

// `text` as it would be if the learner's functions were in no namespace. `namespaces` is a batch's
// .namespaces (tests/write_batch.py): a name on each line, inner ones before their outer ones.
std::string without_namespaces(std::string text, const std::string& namespaces);

// One sentence for each way in which the result is not as expected.
std::vector<std::string> unmet(const Expectation& expectation, const Result& result,
                               const std::string& output);

} // namespace workbook::cli
