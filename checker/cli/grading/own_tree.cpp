// The source of grading where nothing was handed in: the course's own exercises, compiled by its
// build.
#include "cli/build.hpp"
#include "cli/compiler_output.hpp"
#include "cli/grading/source.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

namespace workbook::cli {
namespace {

class OwnTree : public Source {
  public:
    OwnTree(const Course& course, const std::vector<const Lesson*>& lessons,
            const GradeOptions& options)
        : course_(course), options_(options), untouched_(untouched(course, lessons)) {
        if (options.broken_stubs)
            for (const Lesson* lesson : lessons)
                if (lesson->broken_stub) untouched_.erase(lesson->name);
        std::vector<const Lesson*> started;
        for (const Lesson* lesson : lessons)
            if (!untouched_.contains(lesson->name)) started.push_back(lesson);
        build(started);
    }
    std::filesystem::path program(const Lesson& lesson, std::optional<Result>& instead) override {
        if (untouched_.contains(lesson.name)) {
            instead = judged(course_, lesson, options_, not_started,
                             not_started_message(course_, lesson));
        } else if (const auto failed = failures_.find(lesson.name); failed != failures_.end()) {
            instead = empty_result(course_, lesson, options_);
            instead->messages = explain_compiler_output(course_, lesson, failed->second.output);
            instead->verdict = failed->second.of_checker ? grader_error : does_not_compile;
        }
        return lesson.learner;
    }

  private:
    void build(const std::vector<const Lesson*>& started) {
        const auto tell = [&](const std::string& what) {
            if (options_.on_progress) options_.on_progress(what);
        };
        const std::string building = started.size() == 1
                                         ? "building " + started.front()->name
                                         : fmt::format("building {} lessons", started.size());
        if (!started.empty()) tell(building);
        failures_ = build_lessons(course_, started, [&](const std::string& done) {
            tell(building + ": " + done);
            if (options_.on_build_progress) options_.on_build_progress(done);
        });
    }

    const Course& course_;
    const GradeOptions& options_;
    std::set<std::string> untouched_;
    std::map<std::string, BuildFailure> failures_;
};

} // namespace

Result judged(const Course& course, const Lesson& lesson, const GradeOptions& options,
              const std::string& verdict, Message message) {
    Result result = empty_result(course, lesson, options);
    result.verdict = message.verdict = verdict;
    result.messages = {std::move(message)};
    return result;
}

std::unique_ptr<Source> own_tree(const Course& course, const std::vector<const Lesson*>& lessons,
                                 const GradeOptions& options) {
    return std::make_unique<OwnTree>(course, lessons, options);
}

} // namespace workbook::cli
