// From the reports of single submissions to the table of the class.
#pragma once

#include "cli/formats/class_report.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace workbook::cli {

// What a message complains of, in one sentence that is the same for all who made that mistake: its
// first one, without numbers, addresses and the names that students choose.
std::string symptom_for_class(const std::string& message);

// Counts in how many submissions a text was seen.
class Counter {
  public:
    // Once for each submission. They are to be added in the order in which examples are preferred.
    void add(const std::string& text, const std::string& submission);
    // The commonest first, at most that many.
    std::vector<Sighting> commonest(std::size_t most) const;

  private:
    std::map<std::string, Sighting> seen_;
};

// Collects one submission after another, in the order of their labels, and keeps of each report
// only what the table needs.
class ClassSummary {
  public:
    // `lessons`: a report in which nothing is graded yet.
    explicit ClassSummary(const GradeReport& lessons);
    // `row` has who it is; the rest is taken from the report, which must be of the same lessons.
    void add(ClassRow row, const GradeReport& report);
    // Its time, warnings and why it is not complete are still to be filled in.
    ClassReport finish() const;

  private:
    struct Counts {
        Counter verdicts, cases, symptoms;
    };
    ClassReport report_;
    std::vector<Counts> counts_;
};

} // namespace workbook::cli
