// `workbook watch`: checks a lesson at once and at every save.
#include "cli/commands/command_line.hpp"
#include "cli/watch/loop.hpp"
#include "cli/watch/screen_session.hpp"

namespace workbook::cli {
namespace {

watch::WatchOptions terminal_options(const CommandLine& line, const Course& course) {
    watch::WatchOptions options = watch::watch_options(line.grade);
    options.prepares = watch::can_draw();
    const auto makes_profiles = [](const CLI::App* word) { return word->get_name() == "profile"; };
    if (!line.app.get_subcommands(makes_profiles).empty()) {
        options.profile_command = {"/proc/self/exe", "--build", course.build.string(), "profile"};
    }
    return options;
}

int watch_lesson(const CommandLine& line, const std::string& word) {
    const Course course = line.open_course();
    const Lesson& lesson =
        word.empty() ? watch::first_lesson(course) : *select_lessons(course, {word}).front();
    watch::watch(course, lesson, terminal_options(line, course));
    return 0;
}

// What `workbook` does without a word: the board, and on a terminal watch. The board is there to be
// read, so watch waits for a key.
int show_board_and_watch(const CommandLine& line) {
    const int code = show_board(line);
    if (code != 0 || !watch::can_draw()) return code;
    print("\n  Enter: check it at every save (watch)   q: quit\n");
    return watch::asks_to_go_on() ? watch_lesson(line, "") : code;
}

} // namespace

void add_watch(CommandLine& line) {
    const auto lesson = std::make_shared<std::string>();
    auto& command = *line.app.add_subcommand(
        "watch", "check a lesson at once and at every save (with no word: the board, then this)");
    command.add_option("lesson", *lesson, "name or number; where you were if not given");
    command.callback(
        [&line, lesson] { line.action = [&line, lesson] { return watch_lesson(line, *lesson); }; });
    line.action = [&line] { return show_board_and_watch(line); };
}

} // namespace workbook::cli
