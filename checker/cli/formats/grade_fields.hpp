// The fields of grade.json (json.cpp writes it, read_grade.cpp reads it): a name that is spelled
// wrong does not compile. docs/reference/grade_json.md says what they mean.
#pragma once

namespace workbook::cli::grade_field {

// The report, and some of a lesson
inline constexpr char schema[] = "schema";
inline constexpr char workbook_version[] = "workbook_version";
inline constexpr char submission[] = "submission";
inline constexpr char tree[] = "tree";
inline constexpr char is_submission[] = "is_submission";
inline constexpr char complete[] = "complete";
inline constexpr char incomplete_reason[] = "incomplete_reason";
inline constexpr char points[] = "points"; // of a case, too
inline constexpr char max_points[] = "max_points";
inline constexpr char detail[] = "detail";
inline constexpr char started_at[] = "started_at";
inline constexpr char graded_at[] = "graded_at";
inline constexpr char execution_seconds[] = "execution_seconds";
inline constexpr char warnings[] = "warnings";
inline constexpr char seed[] = "seed";
// An object:
inline constexpr char device[] = "device";
inline constexpr char kind[] = "kind";
inline constexpr char name[] = "name"; // of a case, too
// A list of objects; of each:
inline constexpr char lessons[] = "lessons";
inline constexpr char lesson[] = "lesson";
inline constexpr char title[] = "title";
inline constexpr char part[] = "part";
inline constexpr char verdict[] = "verdict"; // of a case and of a message, too
inline constexpr char reason[] = "reason";
inline constexpr char notes[] = "notes";
inline constexpr char printed[] = "printed";
inline constexpr char seconds[] = "seconds";
// An object, of the report and of a lesson; and what is said of a case that is hidden:
inline constexpr char hidden[] = "hidden";
// A number in `hidden`, and a lesson's list of objects; of each:
inline constexpr char cases[] = "cases";
inline constexpr char passed[] = "passed"; // in `hidden` a number
// A list of objects; of each:
inline constexpr char messages[] = "messages";
inline constexpr char case_of_message[] = "case";
inline constexpr char text[] = "text";
inline constexpr char file[] = "file";
inline constexpr char line[] = "line";

} // namespace workbook::cli::grade_field
