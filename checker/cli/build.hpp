// Building lessons: brings their programs up to date, and keeps the compiler's words where one
// fails.
#pragma once

#include "cli/course.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

struct BuildFailure {
    std::string output;      // of the compiler and the build
    bool of_checker = false; // the student's code is in order, the workbook's own is not
};

// Is told how far a build is that takes a while: "12 of 345".
using BuildProgress = std::function<void(const std::string&)>;

// Builds the learner programs and checkers of `lessons`; returns those that could not be built, by
// name. One lesson's failure is not another's. Only one build runs in a folder at a time: others
// wait for it (`ctest -j`).
std::map<std::string, BuildFailure> build_lessons(const Course& course,
                                                  const std::vector<const Lesson*>& lessons,
                                                  const BuildProgress& on_progress = {});

// Compiles `source`, the text of a file, in place of the lesson's, as a learner program of its own;
// the student's stays as it is. `learner` is where the program goes, in the build folder. Returns
// how it could not be built, if so.
std::optional<BuildFailure> build_other(const Course& course, const Lesson& lesson,
                                        const std::string& source,
                                        const std::filesystem::path& learner);

// Where the compiler finds that text.
std::filesystem::path other_source(const Course& course, const Lesson& lesson);

// Builds what grades the lessons, but nothing of the student's. Throws UserError where it does not
// compile.
void build_graders(const Course& course, const std::vector<const Lesson*>& lessons,
                   const BuildProgress& on_progress = {});

// How far the build is whose output this is, by Ninja's last line that says so: "12 of 345". "" if
// it says nothing.
std::string build_progress(const std::string& output);

} // namespace workbook::cli
