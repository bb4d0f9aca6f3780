// What `grade --submissions` found out about a class: all that its tables (cli/formats/class_*.cpp)
// hold. docs/reference/grade_formats.md describes them.
#pragma once

#include "cli/formats/grade_report.hpp"
#include "cli/terminal.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace workbook::cli {

struct ClassResult {
    std::string verdict;
    double points = 0; // as long as it is judged: not of "grader_error" and "not_graded"
};

// One submission.
struct ClassRow {
    std::string label;                      // unique
    std::string student, student_id, email; // what the platform says; may be empty
    std::string name;                       // of the folder, or of the first of the files
    bool late = false;
    bool complete = false;            // false: points are missing that are no student's fault
    std::string failure;              // then: a sentence
    double points = 0;                // of what was judged
    double max_points = 0;            // of all lessons
    std::vector<ClassResult> results; // in the order of the lessons
    std::vector<std::string> warnings;
    std::string report; // its file, relative to the table: "reports/ada.json"
};

// In how many submissions something was seen, and the label of the first of them.
struct Sighting {
    std::string text;
    std::size_t count = 0;
    std::string example;
};

struct ClassLesson {
    std::string name, title, part;
    double max_points = 0;
    std::vector<Sighting> verdicts; // all, the commonest first; so the others
    std::vector<Sighting> cases;    // the five that fail most
    std::vector<Sighting> symptoms; // the five commonest: first sentences of messages
};

struct ClassReport {
    std::string workbook_version;
    std::string graded_at;      // ISO 8601, UTC
    std::vector<ClassRow> rows; // by label
    std::vector<ClassLesson> lessons;
    std::vector<std::string> warnings;
    bool complete = false;         // every row is
    std::string incomplete_reason; // a sentence
};

// How many rows are complete.
std::size_t complete_rows(const ClassReport& report);

// The formats, which get a report whose texts are safe; write_class() makes them so. "console" has
// numbers of the whole class, not one line per student.
std::string class_csv(const ClassReport& report);
std::string class_json(const ClassReport& report);
std::string class_html(const ClassReport& report);
std::string class_console(const ClassReport& report, const TextStyle& style);

// The report with all its texts made safe (safe_text.hpp).
ClassReport safe_class(ClassReport report);

// "csv", "json", "html" or "console"; ends with a line break. Whatever a student's code or a file's
// name says, it does nothing where it is shown, as write_grade() has it. Throws UserError for
// another format.
std::string write_class(const ClassReport& report, const std::string& format,
                        const TextStyle& style = {});

} // namespace workbook::cli
