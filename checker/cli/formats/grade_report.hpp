// What `grade` found out about one submission: all that a format (cli/formats) writes, and no more.
//
// The report is made for one reader. What that reader must not see is not in it at all: a writer
// cannot leak hidden cases, the seed or messages that `detail` leaves out, because it never has
// them. Texts that come from a student's code (messages, `printed`, the submission's label) are
// UTF-8 without control characters but line breaks and tabs; a writer escapes them for its format.
#pragma once

#include "cli/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

// How much of the messages is in the report.
enum class Detail {
    full,    // as the student would see them
    symptom, // of each message the first sentence, numbers replaced by "..."
    none,    // no messages
};
// What options and grade.json call them, in this order.
inline constexpr std::array<const char*, 3> detail_names{"full", "symptom", "none"};
const char* name_of(Detail detail);
std::optional<Detail> detail_named(const std::string& name);

// Verdicts that only `grade` gives, besides those in result.hpp.
inline constexpr const char* not_graded = "not_graded"; // not reached: the report is incomplete
inline constexpr const char* not_taken =
    "not_taken"; // a link, a pipe, too large: no file of theirs; or none that can be judged
inline constexpr const char* hidden_failed =
    "hidden_failed"; // all that is shown passed, not all hidden

struct GradedCase {
    std::string name;
    double points = 0;
    double max_points = 0;
    bool passed = false;
    std::string verdict; // "passed", or that of its first message
    bool hidden = false; // only where hidden cases are shown (--show-hidden)
};

// Counts only. Hidden cases have points, too: they are in the lesson's `result.points`.
struct HiddenSummary {
    int cases = 0; // 0: there are none
    int passed = 0;
    double points = 0;
    double max_points = 0;
};

struct GradedLesson {
    // Name, verdict, points, device ("virtual GPU", a GPU's name, empty: it did not run), messages
    // as `detail` allows. A message's `file` is relative to the course ("exercises/01_launch/...").
    // `seed` is 0 unless the report has one.
    Result result;
    std::string title;
    std::string part; // "01_launch"
    std::vector<GradedCase>
        cases; // of the visible checker; their points and the hidden ones' add up
    HiddenSummary hidden;
    std::string
        reason; // one sentence where points are missing: "2 of 4 cases passed: ..."; else ""
    // Compiling and checking, hidden cases only where they are shown; 0 with --datetime, so that a
    // regrade is the same.
    double seconds = 0;
};

struct GradeReport {
    std::string workbook_version; // "0.1.0"
    std::string submission;       // a label for people: printable, one line, at most 200 characters
    std::string tree;             // "exercises" or "solutions"
    bool is_submission = false;   // files of a --submission; false: of the course's own tree
    std::string device;           // "virtual GPU", "NVIDIA H200", "virtual GPU and NVIDIA H200", ""
    std::string started_at;       // ISO 8601, UTC: "2026-11-22T04:00:00Z"; --datetime if given
    std::string graded_at; // the same form; --datetime if given, or when it began (hidden cases)
    Detail detail = Detail::full;
    std::optional<std::uint64_t> seed; // only with --show-seed
    std::vector<GradedLesson> lessons; // all that were asked for, in the course's order
    std::vector<std::string> warnings; // such as "graded without a sandbox (--unsandboxed)"
    bool complete = false;             // false: some lessons are `not_graded`
    std::string incomplete_reason;     // a sentence; empty if complete
    double execution_seconds = 0;      // of all, as a lesson's; 0 with --datetime
};

// Sums over the lessons.
double points_of(const GradeReport& report);
double max_points_of(const GradeReport& report);
// All lessons together; `cases` is 0 where there are no hidden cases.
HiddenSummary hidden_of(const GradeReport& report);

} // namespace workbook::cli
