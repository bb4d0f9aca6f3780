// Grades one submission of a class in a process of its own: `workbook grade --submission`. Whatever
// a submission does to that process, the class goes on.
#pragma once

#include "cli/class/roster.hpp"
#include "cli/private_folder.hpp"
#include "cli/submission/grade_submission.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

// A submission as a folder: its own, or one to which its loose files are copied.
struct SubmissionFolder {
    std::filesystem::path path;
    std::vector<std::string> warnings; // on files that are not taken
    std::unique_ptr<PrivateFolder> copies{};
};

// Throws UserError where nothing can be written to the temporary folder.
SubmissionFolder folder_of(const Roster& roster, const ClassEntry& entry);

struct Attempt {
    GradeReport report;
    std::string failure; // a sentence where the workbook failed on it; then `report` is incomplete
};

// How each submission is graded; `seed`: where it is not to be drawn anew for each.
struct AttemptOptions {
    SubmissionOptions grading;
    std::optional<std::uint64_t> seed;
};

// `lessons_at_once`: of this submission. Throws Interrupted, and UserError as above.
Attempt grade_apart(const Course& course, const std::vector<const Lesson*>& lessons,
                    const AttemptOptions& options, const Roster& roster, const ClassEntry& entry,
                    std::size_t lessons_at_once);

// The report of a submission from which no file was taken; the entry has the reason.
GradeReport refused_report(const Course& course, const std::vector<const Lesson*>& lessons,
                           const AttemptOptions& options, const ClassEntry& entry);

// How many lessons of the report say nothing about the student's work.
std::size_t unjudged_lessons(const GradeReport& report);

} // namespace workbook::cli
