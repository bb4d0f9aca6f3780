// What a result depends on: it is good for as long as all of this is the same.
#pragma once

#include "cli/submission/grade_submission.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli {

// What the build has made for judging a lesson: its checker, and what that asks besides the
// learner's program, such as the program that has the answers.
std::set<std::filesystem::path> programs_that_judge(const Lesson& lesson);

// The real files of the programs that PATH has of these names; other names are left out.
std::set<std::filesystem::path> programs_in_path(const std::string& path,
                                                 const std::vector<std::string>& names);

// A hash of what grades: this program, the programs that judge the lessons, all that is compiled or
// linked into a student's, the virtual GPU, hidden checkers (by lesson), the compilers, the device,
// the environment, and those of the options that change a result. `settings` is anything else that
// does. Throws UserError.
std::string key_of_grader(const Course& course, const std::vector<const Lesson*>& lessons,
                          const SubmissionOptions& options,
                          const std::map<std::string, std::filesystem::path>& hidden,
                          const std::vector<std::string>& settings);

// What a folder has handed in: for each lesson the hash of its file, or why it is not taken. Throws
// UserError where `folder` is no submission (cli/submission/take.hpp).
std::map<std::string, std::string> key_of_submission(const Course& course,
                                                     const std::vector<const Lesson*>& lessons,
                                                     const std::filesystem::path& folder);

} // namespace workbook::cli
