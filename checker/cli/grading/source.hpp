// Where the learner programs of a grading come from.
#pragma once

#include "cli/grading/deadline.hpp"
#include "cli/grading/grade_lessons.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

class Source {
  public:
    virtual ~Source() = default;
    // The lesson's program, or the result that there is instead. Called for several lessons at the
    // same time. Throws UserError where compilers do not work at all.
    virtual std::filesystem::path program(const Lesson& lesson, std::optional<Result>& instead) = 0;
    virtual void done_with(const Lesson&) {}
    // From now on every compiler is stopped at the deadline.
    virtual void end_by(const Deadline&) {}
    // A program made in the same way from the course's own file of the lesson: if it fails as well,
    // the student is not to blame. Nothing if there is none to compare with; an empty path if not
    // even that one can be made.
    virtual std::optional<std::filesystem::path> given_program(const Lesson&) {
        return std::nullopt;
    }
    // Warnings for the report's reader, and options with which the check programs confine programs.
    virtual std::vector<std::string> warnings() const { return {}; }
    virtual std::vector<std::string> confinement() const { return {}; }
};

// The course's own exercises, compiled by its build. `course` and `options` must outlive it.
std::unique_ptr<Source> own_tree(const Course& course, const std::vector<const Lesson*>& lessons,
                                 const GradeOptions& options);

// What can be judged without running anything: a verdict that is final.
Result judged(const Course& course, const Lesson& lesson, const GradeOptions& options,
              const std::string& verdict, Message message);

} // namespace workbook::cli
