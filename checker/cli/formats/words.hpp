// What the formats say in the same words: scores, devices, which files were graded.
#pragma once

#include "cli/formats/grade_report.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// What a verdict means for someone who counts.
enum class Outcome {
    pass,
    fail,
    skip,  // nothing was tried: not started, or all cases were skipped; no points, but no fault
    error, // the workbook's own fault, or not reached: it says nothing of the student
};
Outcome outcome_of(const std::string& verdict);

// "✓", "✗", "-", "!": so that the colour is not all that tells.
const char* sign_of(Outcome outcome);

// Whole points without a fraction, others with at most two digits of it: "3", "1.67".
std::string points_text(double points);

// "1.5 of 3 points"
std::string score_text(double points, double max_points);

// "hidden cases: 2 of 3 passed"; empty where there are none.
std::string hidden_text(const HiddenSummary& hidden);

// The device's name, "not run" where there is none.
std::string device_text(const std::string& device);

// Between the names of two of them: "virtual GPU and NVIDIA H200".
inline constexpr const char* and_device = " and ";

// "virtual", "gpu", "both" or "none".
const char* device_kind(const std::string& device);

// "a", "b", "c", "d" and 2 more
std::string quoted(std::vector<std::string> names);

// Whose files were graded, loudly where they are not a student's.
std::string tree_text(const GradeReport& report);

// "exercises/.../square_port.cu:12"; empty where there is no place to point at.
std::string place_of(const Message& message);

// The message with its place, several lines.
std::string message_text(const Message& message);

// The cases that everybody may see, and those that only an instructor may.
std::vector<GradedCase> visible_cases(const GradedLesson& lesson);
std::vector<GradedCase> hidden_cases(const GradedLesson& lesson);
// Whether the message is about one of the hidden cases, or about all of them.
bool is_hidden(const GradedLesson& lesson, const Message& message);

} // namespace workbook::cli
