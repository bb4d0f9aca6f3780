// What the tool remembers between two calls: one small text file, <course root>/.workbook/state.
//
//     current 03_square_port        the lesson that the student is at
//     hints 2 03_square_port        how many of its hints have been shown
//     passed 01_device_query        it passed when it was last checked
//
// Nothing depends on it: without the file the tool only knows less. A line that it cannot read is
// left out with a warning; where the file cannot be written, that is said once, and all goes on.
#pragma once

#include "cli/result.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace workbook::cli {

struct State {
    std::string current;                    // a lesson's name; empty: none yet
    std::map<std::string, int> hints_shown; // by lesson; at least 1 where there is an entry
    std::set<std::string> passed;           // when they were last checked

    bool operator==(const State&) const = default;
};

State read_state(const Course& course);

// Replaces the whole file at once. What another workbook has written meanwhile is lost: rather use
// change_state.
void write_state(const Course& course, const State& state);

// Reads, lets `change` have its way, and writes if anything is different; other workbooks of this
// checkout wait meanwhile. Returns what is remembered now.
State change_state(const Course& course, const std::function<void(State&)>& change);

// What the student works on: `current`, else the first lesson that has not passed and whose needs
// have, else the first that has not; null when all have.
const Lesson* lesson_at_hand(const Course& course, const State& state);

// Takes verdicts over: `passed` has a lesson if its last verdict was that, and its file is kept
// (last_passing.hpp). Does nothing where solutions are graded, and leaves a lesson as it was where
// the checker gave no verdict.
void remember(const Course& course, const std::vector<Result>& results);

} // namespace workbook::cli
