// The source of grading where nothing was handed in: the course's own exercises, compiled by its
// build.
#include "cli/submission/source.hpp"

#include "cli/build.hpp"
#include "cli/compiler_output.hpp"
#include "cli/stubs.hpp"

#include <map>
#include <set>

namespace workbook::cli {
namespace {

// The course's own exercises, compiled by its build.
class OwnTree : public Source {
  public:
    OwnTree(const Course& course, const std::vector<const Lesson*>& lessons,
            const GradingOptions& options)
        : course_(course), options_(options), untouched_(untouched(course, lessons)) {
        std::vector<const Lesson*> started;
        for (const Lesson* lesson : lessons)
            if (!untouched_.contains(lesson->name)) started.push_back(lesson);
        failures_ = build_lessons(course, started);
    }
    std::filesystem::path program(const Lesson& lesson, std::optional<Result>& instead) override {
        if (untouched_.contains(lesson.name)) {
            instead = judged(course_, lesson, options_, not_started,
                             not_started_message(course_, lesson));
        } else if (const auto failed = failures_.find(lesson.name); failed != failures_.end()) {
            instead = empty_result(course_, lesson, options_.grade);
            instead->messages = explain_compiler_output(course_, lesson, failed->second.output);
            instead->verdict = failed->second.of_checker ? grader_error : does_not_compile;
        }
        return lesson.learner;
    }

  private:
    const Course& course_;
    const GradingOptions& options_;
    std::set<std::string> untouched_;
    std::map<std::string, BuildFailure> failures_;
};

} // namespace

Result judged(const Course& course, const Lesson& lesson, const GradingOptions& options,
              const std::string& verdict, Message message) {
    Result result = empty_result(course, lesson, options.grade);
    result.verdict = message.verdict = verdict;
    result.messages = {std::move(message)};
    return result;
}

std::unique_ptr<Source> own_tree(const Course& course, const std::vector<const Lesson*>& lessons,
                                 const GradingOptions& options) {
    return std::make_unique<OwnTree>(course, lessons, options);
}

} // namespace workbook::cli
