// What watch prints where there is no terminal: a few lines after each save.
#include "cli/lesson_report.hpp"
#include "cli/watch/controller.hpp"
#include "cli/watch/screen.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <utility>

namespace workbook::cli::watch {
namespace {

void print_at_once(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

std::string beginning(const Model& model) {
    switch (model.work) {
    case Work::checking:
        return fmt::format("Checking {} ...\n", model.current().name);
    case Work::checking_all:
        return "Checking all lessons ...\n";
    case Work::profiling:
        return fmt::format("Profiling {} ...\n", model.current().name);
    case Work::none:
        break;
    }
    return "";
}

std::string verdict_list(const Model& model) {
    std::string text;
    for (const Lesson& lesson : model.course->lessons) {
        const auto known = model.verdicts.find(lesson.name);
        const bool done = model.passed.contains(lesson.name);
        text += fmt::format("{:<28} {}\n", lesson.name,
                            done                            ? passed
                            : known == model.verdicts.end() ? ""
                                                            : spoken(known->second));
    }
    return text;
}

} // namespace

void PlainOutput::show(Model& model, bool begins_work) {
    const TextStyle style = style_of_output();
    std::string text;
    if (!std::exchange(has_begun_, true)) text += tree_banner(*model.course, style);
    if (work_ != Work::none && model.work == Work::none && model.view == View::lesson)
        text += plain_report(model, style);
    if (begins_work) text += beginning(model);
    work_ = model.work;
    if (model.view == View::text) text += model.text.title + "\n" + model.text.text + "\n";
    if (model.view == View::list) text += verdict_list(model);
    model.view = View::lesson;
    if (!model.notice.empty()) text += std::exchange(model.notice, "") + "\n";
    if (!text.empty()) print_at_once(text);
}

} // namespace workbook::cli::watch
