// Building lessons: brings their programs up to date, and keeps the compiler's words where one
// fails.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct BuildFailure {
    std::string output;      // of the compiler and the build
    bool of_checker = false; // the student's code is in order, the workbook's own is not
};

// Builds the learner programs and checkers of `lessons`; returns those that could not be built, by
// name. One lesson's failure is not another's. Only one build runs in a folder at a time: others
// wait for it (`ctest -j`).
std::map<std::string, BuildFailure> build_lessons(const Course& course,
                                                  const std::vector<const Lesson*>& lessons);

} // namespace workbook::cli
