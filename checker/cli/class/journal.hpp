// What is known of each submission of a class, kept so that a killed grading goes on where it was.
//
// In the output folder: reports/<name>.json is a submission's report, journal/<name>.json what it
// depends on. Each is written beside its place and renamed, the journal's after the report: so at
// any moment a journal's entry tells of a whole report.
#pragma once

#include "cli/formats/grade_report.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace workbook::cli {

struct JournalEntry {
    std::string grader;                       // key_of_grader()
    std::map<std::string, std::string> files; // key_of_submission()
    std::string report{};                     // hash of the report's text
    int attempts = 1;
    std::string failure{}; // a sentence where the workbook failed on it; then it is graded again
};

class Journal {
  public:
    // Opens the folder, makes it where it is missing, and keeps others out until this goes. Throws
    // UserError: it cannot be written, another grading uses it, or it has something in it that is
    // no journal, or one although `resume` is false.
    Journal(const std::filesystem::path& folder, bool resume);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // `name` is file_name_of() of the submission's label.
    std::filesystem::path report_of(const std::string& name) const;
    // The report's text, if it is whole and its entry has the same keys as `now`.
    std::optional<std::string> known(const std::string& name, const JournalEntry& now) const;
    // Throws UserError where it cannot be written.
    void keep(const std::string& name, JournalEntry entry, const std::string& report) const;
    // Removes the entry and the report, which are no longer valid.
    void forget(const std::string& name) const;

  private:
    std::filesystem::path entry_of(const std::string& name) const;

    std::filesystem::path folder_;
    int lock_ = -1;
};

} // namespace workbook::cli
