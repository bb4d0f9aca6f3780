// Grade reports to write: one with everything in it, random ones, one that is too long.
#pragma once

#include "cli/formats/class_report.hpp"

namespace workbook::formats_test {

// Text that tries to be something else in each format.
extern const std::string hostile_text;

// Each verdict, partial credit, hidden cases, hostile text in every place that a student can reach.
cli::GradeReport example_report();

// A lesson of the example passes, and that is all: no words but the table's.
cli::GradeReport short_report();

// Lessons, messages and texts as the seed has it; the same on every machine.
cli::GradeReport random_report(unsigned seed);

// A class with one student of each kind, and hostile text in every place that one can reach.
cli::ClassReport example_class();

// Much more than a step summary of GitHub holds.
cli::GradeReport long_report();

} // namespace workbook::formats_test
