// From lessons to verdicts: leaves out what is not started, builds the rest, runs the checkers.
#pragma once

#include "cli/result.hpp"

#include <chrono>
#include <functional>

namespace workbook::cli {

struct GradeOptions {
    std::string device = "auto"; // auto, gpu or virtual: what a check program is told
    std::uint64_t seed = 0;
    bool gain = false;         // have a pass say what the student gained
    bool broken_stubs = false; // grade stubs with mistakes on purpose as they were handed out
    // Any thread calls it with what is being done, and with an empty text at the end.
    std::function<void(const std::string&)> on_progress{};
    // Called with the progress of a build that takes a while: "12 of 345".
    std::function<void(const std::string&)> on_build_progress{};
    // Any thread calls it with what a check has found before its end.
    std::function<void(const std::string&)> on_early_finding{};
};

// One result for each lesson, in the same order. Checkers run at the same time, one a core.
std::vector<Result> grade_lessons(const Course& course, const std::vector<const Lesson*>& lessons,
                                  const GradeOptions& options);

// What a check program says about a learner program; `output` gets what it printed.
struct CheckCommand {
    std::filesystem::path check;
    std::filesystem::path learner;
    std::filesystem::path
        names{}; // a file: where the learner's functions are; empty: in no namespace
    std::filesystem::path record{};  // gets the first call that goes wrong, else the last
    std::string* profile = nullptr;  // gets the profile (docs/reference/profile.md); null: none
    std::vector<std::string> more{}; // options of the check program
    // The checkers set limits for each call of a student's code; this one is for all of them.
    std::chrono::seconds limit{600};
};
// What a check program that is not at its end yet has said so far; "" if it has nothing to say.
std::string early_finding(const std::string& output);

// The seed gets to it by a way that no other process can look into.
Result run_check(const Course& course, const Lesson& lesson, const CheckCommand& programs,
                 const GradeOptions& options, std::string& output);

// A lesson's result before anything is known, and what to say of a stub that is untouched.
Result empty_result(const Course& course, const Lesson& lesson, const GradeOptions& options);
Message not_started_message(const Course& course, const Lesson& lesson);

} // namespace workbook::cli
