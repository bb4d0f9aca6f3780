// Builds a program, checks it with counters for each source line, and reads the profile back. It
// always runs on the virtual GPU, because a real one counts nothing of this.
#pragma once

#include "cli/grading/grade_lessons.hpp"
#include "cli/profile/source.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

struct ProfiledProgram {
    ProgramSource source;
    Result result;                  // what the check said
    std::optional<Profile> profile; // nothing if it was not run: result says why
    // The same run once more, or these of its cases alone. The check program keeps of them what the
    // option --arrays names.
    std::function<std::optional<Profile>(const std::string& arrays,
                                         const std::vector<std::string>& cases)>
        run_again{};
    std::string origin{}; // a sentence on which version it is, where its name does not say that
};

// The lesson's own file, whatever state it is in.
ProfiledProgram profile_own(const Course& course, const Lesson& lesson, GradeOptions options);

// `file` in place of it. Throws UserError if it cannot be read.
ProfiledProgram profile_other(const Course& course, const Lesson& lesson,
                              const std::filesystem::path& file, const std::string& label,
                              GradeOptions options);

} // namespace workbook::cli
