#include "cli/profile/program.hpp"

#include "cli/build.hpp"
#include "cli/compiler_output.hpp"
#include "cli/files.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <memory>
#include <string_view>
#include <utility>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

std::string read_program_source(const fs::path& file) {
    constexpr std::uintmax_t most_bytes = 4 << 20;
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        throw UserError(fmt::format("There is no file {}.", file.string()));
    if (fs::file_size(file, error) > most_bytes)
        throw UserError(fmt::format("{} is too long to be a lesson's file.", file.string()));
    auto text = file_text(file);
    if (!text) throw UserError(fmt::format("{} cannot be read.", file.string()));
    return *std::move(text);
}

Result result_of_failed_build(const Course& course, const Lesson& lesson,
                              const BuildFailure& failure) {
    Result result;
    result.lesson = lesson.name;
    result.tree = course.tree;
    result.max_points = lesson.points;
    result.messages = explain_compiler_output(course, lesson, failure.output);
    result.verdict = failure.of_checker ? grader_error : does_not_compile;
    return result;
}

// The program is there as long as this is.
using LearnerFile = std::shared_ptr<const fs::path>;

LearnerFile removed_at_the_end(const fs::path& file) {
    return {new fs::path(file), [](const fs::path* place) {
                std::error_code ignored;
                fs::remove(*place, ignored);
                delete place;
            }};
}

// The name of a test case as Catch2's command line takes it.
std::string pattern_of_case(const std::string& name) {
    std::string pattern;
    for (const char letter : name) {
        if (std::string_view("\\,[]\"~").find(letter) != std::string_view::npos) pattern += '\\';
        pattern += letter;
    }
    return pattern;
}

void run_with_profile(const Course& course, const Lesson& lesson, const LearnerFile& learner,
                      GradeOptions options, ProfiledProgram& program) {
    options.device = "virtual";
    std::string output, profile;
    CheckCommand command{.check = lesson.check, .learner = *learner, .profile = &profile};
    program.result = run_check(course, lesson, command, options, output);
    program.profile = read_profile(profile);
    options.seed = program.result.seed;
    program.run_again = [&course, &lesson, learner, options](
                            const std::string& arrays, const std::vector<std::string>& cases) {
        std::string ignored, text;
        std::vector<std::string> more{"--arrays", arrays};
        for (const std::string& name : cases) more.push_back(pattern_of_case(name));
        run_check(course, lesson,
                  {.check = lesson.check, .learner = *learner, .profile = &text, .more = more},
                  options, ignored);
        return read_profile(text);
    };
}

} // namespace

ProfiledProgram profile_own(const Course& course, const Lesson& lesson, GradeOptions options) {
    ProfiledProgram program;
    program.source =
        source_of(read_program_source(lesson.source), shown_path(course, lesson.source),
                  course.tree == "solutions" ? "solution" : "yours", lesson.source.filename());
    const auto failures = build_lessons(course, {&lesson});
    if (const auto failure = failures.find(lesson.name); failure != failures.end())
        program.result = result_of_failed_build(course, lesson, failure->second);
    else
        run_with_profile(course, lesson, std::make_shared<const fs::path>(lesson.learner),
                         std::move(options), program);
    return program;
}

ProfiledProgram profile_other(const Course& course, const Lesson& lesson, const fs::path& file,
                              const std::string& label, GradeOptions options) {
    const std::string text = read_program_source(file);
    ProfiledProgram program;
    // The compiler sees a copy, under the name of the lesson's file.
    program.source = source_of(text, shown_path(course, file), label, lesson.stub.filename());
    const auto copy = other_source(course, lesson);
    static int programs = 0; // two that are compared are there at the same time
    const auto learner =
        removed_at_the_end(copy.parent_path() / fmt::format("learner.{}.{}", getpid(), ++programs));
    if (const auto failure = build_other(course, lesson, text, *learner)) {
        Lesson other = lesson;
        other.source = copy;
        program.result = result_of_failed_build(course, other, *failure);
        for (Message& message : program.result.messages)
            if (message.file == shown_path(course, copy)) message.file = program.source.name;
    } else {
        run_with_profile(course, lesson, learner, std::move(options), program);
    }
    return program;
}

} // namespace workbook::cli
