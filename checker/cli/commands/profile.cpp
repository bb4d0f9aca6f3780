// `workbook profile`: what a lesson's kernels did, beside their source.
#include "cli/browser.hpp"
#include "cli/commands/command_line.hpp"
#include "cli/last_passing.hpp"
#include "cli/profile/page/output.hpp"
#include "cli/profile/page/page.hpp"
#include "cli/profile/profile_report.hpp"
#include "cli/profile/totals.hpp"
#include "cli/state.hpp"

#include <fmt/core.h>

#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <optional>

namespace workbook::cli {
namespace {

struct ProfileOptions {
    std::string lesson;
    std::string against;      // a file, or "solution"
    std::string format;       // "": for the terminal, and a page beside it
    std::string output;       // of a page: the file that it goes to; "": in the build folder
    std::uint64_t launch = 0; // 0: the most telling of each kernel
    std::size_t width = 0;    // 0: the terminal's
    bool launches = false, solution = false, anyway = false, no_browser = false;
    bool alone = false; // no page shows the version that passed last
};

// The solution may be shown after a pass: a remembered one, or one of the file as it is now.
void refuse_untimely_solution(const Course& course, const Lesson& lesson,
                              const ProfileOptions& options, bool passes_now) {
    if (options.anyway || passes_now || course.tree != "exercises") return;
    if (read_state(course).passed.contains(lesson.name)) return;
    throw UserError(fmt::format("{} has not passed yet: its solution is shown after that, or with "
                                "--anyway.",
                                lesson.name));
}

void say_what_runs(const std::string& file) {
    if (isatty(STDERR_FILENO) == 1)
        std::fprintf(stderr, "Building and checking %s on the virtual GPU ...\n", file.c_str());
}

ProfiledProgram first_program(const Course& course, const Lesson& lesson, const CommandLine& line,
                              const ProfileOptions& options) {
    const auto& file = options.solution ? lesson.solution : lesson.source;
    say_what_runs(shown_path(course, file));
    return options.solution ? profile_other(course, lesson, file, "solution", line.grade)
                            : profile_own(course, lesson, line.grade);
}

std::optional<ProfiledProgram> second_program(const Course& course, const Lesson& lesson,
                                              const CommandLine& line,
                                              const ProfileOptions& options) {
    if (options.against.empty()) return std::nullopt;
    const bool solution = options.against == "solution";
    const auto file = solution ? lesson.solution : std::filesystem::absolute(options.against);
    say_what_runs(shown_path(course, file));
    return profile_other(course, lesson, file, solution ? "solution" : file.filename().string(),
                         line.grade);
}

// "28 November 2026, 13:05", in local time.
std::string spoken_time(const std::filesystem::path& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return "a time that is not known";
    std::tm parts{};
    localtime_r(&status.st_mtime, &parts);
    char text[64];
    std::strftime(text, sizeof text, "%d %B %Y, %H:%M", &parts);
    return text;
}

// What a page shows beside the student's file where nothing else was asked for: the version that
// passed last. Nothing if there is none, if the file is still that version, or if that version no
// longer passes.
std::optional<ProfiledProgram> passing_program(const Course& course, const Lesson& lesson,
                                               const CommandLine& line,
                                               const ProfileOptions& options) {
    if (options.alone || options.solution || course.tree != "exercises") return std::nullopt;
    const auto file = other_passing(course, lesson);
    if (file.empty()) return std::nullopt;
    say_what_runs(shown_path(course, file));
    auto program = profile_other(course, lesson, file, "passed last", line.grade);
    if (!program.profile || program.result.verdict != passed) return std::nullopt;
    program.origin = fmt::format("“{}” is your file as it was when it last passed, on {}. "
                                 "--alone leaves it out.",
                                 program.source.label, spoken_time(file));
    return program;
}

std::string profile_banner(const CommandLine& line, const ProfiledProgram& first,
                           const std::optional<ProfiledProgram>& second, const TextStyle& style) {
    std::string what = first.source.name;
    if (second)
        what = fmt::format("{}: {} beside {}", first.result.lesson, first.source.label,
                           second->source.label);
    std::string text =
        coloured(Colour::bold, "== " + what + ", on the virtual GPU ==", style) + "\n";
    if (line.grade.device == "gpu")
        text += indented("A GPU counts nothing of this: the profile is the virtual GPU's, "
                         "whatever WORKBOOK_DEVICE or --device says.",
                         0, style.width);
    return text + "\n";
}

std::string page_of(const Course& course, const Lesson& lesson, const ProfileOptions& options,
                    ProfiledProgram& first, ProfiledProgram* second) {
    look_at_arrays(first, second, options.launch);
    return profile_page(lesson, first, second, options.launch, is_early(course, lesson));
}

void write_profile_page(const Course& course, const Lesson& lesson, const ProfileOptions& options,
                        ProfiledProgram& first, ProfiledProgram* second) {
    const auto place = page_place(course, lesson, options.output);
    const std::string page = page_of(course, lesson, options, first, second);
    write_page(place, page);
    print(fmt::format("The page is {} ({} KB). Open it in a browser.\n", shown_path(course, place),
                      (page.size() + 999) / 1000));
}

void write_order_trace(const Course& course, const Lesson& lesson, const ProfileOptions& options,
                       const ProfiledProgram& first, const ProfiledProgram* second) {
    const auto place = page_place(course, lesson, options.output, ".trace.json");
    write_page(place, profile_trace(lesson, first, second, options.launch));
    print(fmt::format("The order of the work is {}. Open it in ui.perfetto.dev or "
                      "chrome://tracing.\n",
                      shown_path(course, place)));
}

// What the terminal cannot show. That it cannot be written is no reason to fail.
void add_page(const Course& course, const Lesson& lesson, const ProfileOptions& options,
              ProfiledProgram& first, ProfiledProgram* second) {
    const auto place = page_place(course, lesson, "");
    try {
        write_page(place, page_of(course, lesson, options, first, second));
    } catch (const UserError& error) {
        print(fmt::format("\nThere is no page of it: {}\n", error.what()));
        return;
    }
    const bool opened = !options.no_browser && isatty(STDOUT_FILENO) == 1 && open_in_browser(place);
    print(fmt::format("\nWith pictures{}: {}\n", opened ? ", in your browser now" : "",
                      shown_path(course, place)));
}

int profile(const CommandLine& line, const ProfileOptions& options) {
    const bool is_file = options.format == "html" || options.format == "chrome";
    if (!options.output.empty() && !is_file)
        throw UserError("--output is for --format html and chrome; what others print can be "
                        "redirected.");
    const Course course = line.open_course();
    const auto lessons = select_lessons(course, {options.lesson});
    const Lesson& lesson = *lessons.front();
    if (options.solution) refuse_untimely_solution(course, lesson, options, false);
    TextStyle style = style_of_output();
    if (options.width != 0) style.width = options.width;

    ProfiledProgram first = first_program(course, lesson, line, options);
    if (options.against == "solution" && first.profile)
        refuse_untimely_solution(course, lesson, options, first.result.verdict == passed);
    // Nothing is compared with what was not compiled.
    auto second = first.profile ? second_program(course, lesson, line, options) : std::nullopt;
    const auto add_passing = [&] {
        if (first.profile && options.against.empty())
            second = passing_program(course, lesson, line, options);
        return second ? &*second : nullptr;
    };
    if (options.format == "json") {
        print(profile_json(lesson, first, second ? &*second : nullptr, options.launch));
    } else if (options.format == "html") {
        write_profile_page(course, lesson, options, first, add_passing());
    } else if (options.format == "chrome") {
        write_order_trace(course, lesson, options, first, second ? &*second : nullptr);
    } else if (options.launches && first.profile) {
        print(profile_banner(line, first, second, style) + launch_list(*first.profile));
    } else {
        print(profile_banner(line, first, second, style) +
              (second ? comparison_report(course, first, *second, options.launch, style)
                      : profile_report(course, first, options.launch, style)));
        if (options.format.empty() && first.profile)
            add_page(course, lesson, options, first, add_passing());
    }
    return first.profile && (options.against.empty() || (second && second->profile))
               ? 0
               : exit_not_passed;
}

} // namespace

void add_profile(CommandLine& line) {
    const auto options = std::make_shared<ProfileOptions>();
    auto& command = *line.app.add_subcommand(
        "profile", "what a lesson's kernels did, beside their source (docs/profile.md)");
    command.add_option("lesson", options->lesson, "its name or number")->required();
    command
        .add_option("--launch", options->launch,
                    "this launch, not the most telling one of each kernel")
        ->check(CLI::PositiveNumber);
    command.add_flag("--launches", options->launches, "a list of all launches");
    command.add_option("--against", options->against,
                       "beside another program: its FILE, or \"solution\"");
    command.add_flag("--solution", options->solution, "the solution, not your file");
    command.add_flag("--anyway", options->anyway, "the solution before the lesson has passed, too");
    command.add_flag("--alone", options->alone,
                     "a page without the version of your file that passed last");
    command.add_option("--format", options->format)
        ->check(CLI::IsMember({"console", "json", "html", "chrome"}));
    command.add_option("--output", options->output,
                       "the file that a page or a trace goes to; in the build folder if not "
                       "given");
    command.add_flag("--no-browser", options->no_browser,
                     "the page that is written beside the text is not opened");
    command.add_option("--width", options->width, "columns to use; the terminal's if not given")
        ->check(CLI::Range(60, 400));
    command.callback(
        [&line, options] { line.action = [&line, options] { return profile(line, *options); }; });
}

} // namespace workbook::cli
