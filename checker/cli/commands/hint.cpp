// `workbook hint`: the hints of a lesson, one more each time.
#include "cli/hints.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/state.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

struct HintOptions {
    std::string lesson; // empty: the one at hand
    bool again = false;
    bool all = false;
};

const Lesson& lesson_for_hint(const Course& course, const HintOptions& options) {
    if (!options.lesson.empty()) return *select_lessons(course, {options.lesson}).front();
    const Lesson* lesson = lesson_at_hand(course, read_state(course));
    if (lesson == nullptr)
        throw UserError("Every lesson has passed. Name the one that you want hints for.");
    return *lesson;
}

int show_hints(const CommandLine& line, const HintOptions& options) {
    const Course course = line.open_course();
    const Lesson& lesson = lesson_for_hint(course, options);
    const auto hints = hints_of(lesson);
    if (hints.empty())
        throw UserError(fmt::format("{} has no hints.", shown_path(course, lesson.readme)));
    const int count = static_cast<int>(hints.size());
    const auto known = read_state(course).hints_shown;
    const int before = known.contains(lesson.name) ? std::min(known.at(lesson.name), count) : 0;
    int first = before + 1;
    int last = before;
    if (options.again && before > 0) {
        first = 1;
    } else if (options.all || before == count) { // nothing new: what there is
        first = 1;
        for (; last < count; ++last) one_more_hint(course, lesson, count);
    } else {
        last = one_more_hint(course, lesson, count);
    }
    print(coloured(Colour::bold, lesson.name) + "  " + lesson.title + "\n");
    for (int number = first; number <= last; ++number) print("\n" + hint_report(hints, number));
    if (last == count) return 0;
    const auto now = read_state(course).hints_shown;
    const bool is_remembered = now.contains(lesson.name) && now.at(lesson.name) >= last;
    print(is_remembered
              ? fmt::format("\n  One more: ./workbook hint {}\n", lesson.name)
              : fmt::format("\n  Which were shown cannot be remembered here. All of them: "
                            "./workbook hint {} --all\n",
                            lesson.name));
    return 0;
}

} // namespace

void add_hint(CommandLine& line) {
    const auto options = std::make_shared<HintOptions>();
    auto& command = *line.app.add_subcommand("hint", "a hint on a lesson; one more each time");
    command.add_option("lesson", options->lesson, "name or number; the one at hand if not given");
    auto& again = *command.add_flag("--again", options->again, "those that were shown before");
    command.add_flag("--all", options->all, "all of them")->excludes(&again);
    command.callback([&line, options] {
        line.action = [&line, options] { return show_hints(line, *options); };
    });
}

} // namespace workbook::cli
