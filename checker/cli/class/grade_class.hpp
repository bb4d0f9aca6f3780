// Grades all submissions of a folder, several at a time, and can go on after any end.
#pragma once

#include "cli/class/attempt.hpp"
#include "cli/formats/class_report.hpp"

#include <cstdint>
#include <filesystem>

namespace workbook::cli {

struct ClassOptions {
    AttemptOptions each;               // grading.jobs: lessons at the same time, of all together
    std::filesystem::path submissions; // folder
    std::filesystem::path output;      // folder: see cli/class/journal.hpp; and table.*
    bool resume = false;               // the output folder may have results already
    std::uint64_t memory = 0;          // bytes for all that runs at the same time; 0: what is free
};

struct ClassOutcome {
    ClassReport report;
    std::size_t known = 0; // submissions that were graded before and are the same
};

// Tells its progress on standard error and writes table.csv, table.json and table.html. Throws
// UserError for a mistake in the set-up. A signal ends it early, with a report that says so.
ClassOutcome grade_class(const Course& course, const std::vector<const Lesson*>& lessons,
                         const ClassOptions& options);

} // namespace workbook::cli
