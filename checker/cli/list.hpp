// The lessons without running anything: all, or those that one looks for.
#pragma once

#include "cli/state.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

struct ListFilter {
    std::vector<std::string> words; // each must occur in name, title or part; case does not matter
    bool done = false;              // only what passed when it was last checked
    bool pending = false;           // only what did not
};

bool matches(const Lesson& lesson, const ListFilter& filter, const State& state);

// In the course's order.
std::vector<const Lesson*> filtered(const Course& course, const ListFilter& filter,
                                    const State& state);

// With marks as on the board, where the student's tree is graded: [+] passed, [ ] not.
std::string list_report(const Course& course, const std::vector<const Lesson*>& lessons,
                        const State& state);

} // namespace workbook::cli
