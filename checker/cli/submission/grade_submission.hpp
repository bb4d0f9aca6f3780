// Grades one submission, or the course's own tree, into a report.
#pragma once

#include "cli/formats/grade_report.hpp"
#include "cli/grading/source.hpp"
#include "cli/submission/blame.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct SubmissionOptions {
    GradeOptions grade;               // its seed is secret: drawn anew for each grading
    std::filesystem::path submission; // folder; empty: the course's own tree
    std::filesystem::path hidden;     // folder of hidden checkers; empty: none
    std::string label;                // of the submission; empty: the folder's name
    std::string datetime;             // ISO 8601, UTC; empty: now
    Detail detail = Detail::full;
    bool show_hidden = false;
    bool show_seed = false;
    bool unsandboxed = false;
    bool graders_are_built = false; // by grade_class, for all of its submissions
    Round round = Round::only;
    std::size_t jobs = 1;                // lessons at the same time
    std::chrono::seconds limit{300};     // of one run of a checker
    std::chrono::seconds total_limit{0}; // of all lessons together; 0: none
    // Bytes that a compiler of a lesson may take, and after that its program with its virtual GPU;
    // 0: the usual 6 GiB.
    std::uint64_t lesson_memory = 0;
};

// A report in which no lesson is graded yet.
GradeReport begin_report(const Course& course, const std::vector<const Lesson*>& lessons,
                         const SubmissionOptions& options);

// Builds what grades these lessons, hidden checkers included, and tries out whether submissions can
// be compiled here: so that a mistake in the set-up is known before the first of many is graded.
// Returns the hidden checkers by lesson. Throws UserError.
std::map<std::string, std::filesystem::path>
prepare_grading(const Course& course, const std::vector<const Lesson*>& lessons,
                const SubmissionOptions& options);

// Grades into `report`, which begin_report made, and calls `on_change` when a lesson is done, never
// twice at the same time. Throws UserError for a mistake in the set-up, mostly before anything is
// graded, and Interrupted; the report then holds what was graded.
void grade_submission(GradeReport& report, const Course& course,
                      const std::vector<const Lesson*>& lessons, const SubmissionOptions& options,
                      const std::function<void(const GradedLesson&)>& on_change);

// The source that compiles a student's files into the programs. `course` and `options` must outlive
// it. Throws UserError for a mistake in the set-up.
std::unique_ptr<Source> submitted_tree(const Course& course,
                                       const std::vector<const Lesson*>& lessons,
                                       const SubmissionOptions& options);

// The names of all devices that the report's lessons ran on.
std::string devices_of(const GradeReport& report);

// A moment as the report writes it: "2026-11-22T04:00:00Z". Throws UserError where `text` is no
// date and time of ISO 8601 with "Z" or an offset.
std::string utc_datetime(const std::string& text);
std::string utc_now();

} // namespace workbook::cli
