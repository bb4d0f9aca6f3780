#include "cli/build.hpp"

#include "cli/files.hpp"
#include "cli/folder_lock.hpp"
#include "cli/machine.hpp"
#include "cli/process.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace workbook::cli {
namespace {

// A file that was put in place with an old time of change (cp -p, mv of a copy, an unpacked
// archive) looks to the build as if nothing had changed; then it would be the program before it
// that is graded. So that file's time becomes now. Where the folder is not ours to change, nor is
// the file.
void make_old_copy_new(const std::filesystem::path& file, const std::filesystem::path& program) {
    struct stat source {
    }, built{};
    if (stat(file.c_str(), &source) != 0) return;
    const bool put_there = source.st_ctim.tv_sec > source.st_mtim.tv_sec + 1;
    const bool before_the_program =
        stat(program.c_str(), &built) == 0 && source.st_ctim.tv_sec < built.st_mtim.tv_sec;
    if (put_there && !before_the_program) utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

// Goes on with the other targets where one fails.
ProcessResult build_targets(const Course& course, const std::vector<std::string>& targets,
                            const BuildProgress& on_progress = {}) {
    std::vector<std::string> command{course.cmake.string(), "--build", course.build.string(),
                                     "--target"};
    command.insert(command.end(), targets.begin(), targets.end());
    if (std::filesystem::exists(course.build / "build.ninja")) {
        command.insert(command.end(), {"--", "-k", "0"});
    } else {
        const auto cores = std::to_string(processor_count());
        command.insert(command.end(), {"--parallel", cores, "--", "-k", "--no-print-directory"});
    }
    constexpr std::chrono::seconds short_build{5}; // an edit of a lesson takes less
    const auto begin = std::chrono::steady_clock::now();
    const auto tell = [&, told = std::string()](const std::string& output) mutable {
        if (std::chrono::steady_clock::now() - begin < short_build) return;
        const std::string progress = build_progress(output);
        if (progress.empty() || progress == told) return;
        on_progress(told = progress);
    };
    ProcessOptions options{.environment = {{"NO_COLOR", "1"}}, .limit = std::chrono::hours(1)};
    if (on_progress) options.on_output = tell;
    return run_process(command, options);
}

} // namespace

std::string build_progress(const std::string& output) {
    for (std::size_t end = output.rfind('\n'); end != std::string::npos && end > 0;) {
        const std::size_t before = output.rfind('\n', end - 1);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        const std::string line = output.substr(begin, end - begin);
        int done = 0, all = 0;
        if (std::sscanf(line.c_str(), "[%d/%d]", &done, &all) == 2)
            return fmt::format("{} of {}", done, all);
        end = before;
    }
    return "";
}

std::map<std::string, BuildFailure> build_lessons(const Course& course,
                                                  const std::vector<const Lesson*>& lessons,
                                                  const BuildProgress& on_progress) {
    std::map<std::string, BuildFailure> failures;
    if (lessons.empty()) return failures;
    std::vector<std::string> targets;
    for (const Lesson* lesson : lessons) targets.push_back("lesson_" + lesson->name);
    const FolderLock lock(course.build);
    for (const Lesson* lesson : lessons) make_old_copy_new(lesson->source, lesson->learner);
    if (build_targets(course, targets, on_progress).succeeded()) return failures;

    // Whose failure was it? What could be built is up to date by now, so asking each is quick.
    for (const Lesson* lesson : lessons) {
        const auto learner = build_targets(course, {"learner_" + lesson->name});
        if (!learner.succeeded()) {
            failures[lesson->name] = {learner.output, false};
            continue;
        }
        const auto check = build_targets(course, {"check_" + lesson->name});
        if (!check.succeeded()) failures[lesson->name] = {check.output, true};
    }
    return failures;
}

std::filesystem::path other_source(const Course& course, const Lesson& lesson) {
    return course.build / "lessons" / lesson.name / "other" / lesson.stub.filename();
}

std::optional<BuildFailure> build_other(const Course& course, const Lesson& lesson,
                                        const std::string& source,
                                        const std::filesystem::path& learner) {
    const FolderLock lock(course.build);
    const auto file = other_source(course, lesson);
    if (file_text(file) != source) { // the same again is not compiled again
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << source;
    }
    const auto program = build_targets(course, {"other_" + lesson.name});
    if (!program.succeeded()) return BuildFailure{program.output, false};
    const auto check = build_targets(course, {"check_" + lesson.name});
    if (!check.succeeded()) return BuildFailure{check.output, true};
    // Another workbook may put another program there as soon as the lock is gone.
    std::filesystem::copy_file(file.parent_path() / "learner", learner,
                               std::filesystem::copy_options::overwrite_existing);
    return std::nullopt;
}

void build_graders(const Course& course, const std::vector<const Lesson*>& lessons,
                   const BuildProgress& on_progress) {
    if (lessons.empty()) return;
    std::vector<std::string> targets;
    for (const Lesson* lesson : lessons) targets.push_back("grader_" + lesson->name);
    const FolderLock lock(course.build);
    const auto built = build_targets(course, targets, on_progress);
    if (!built.succeeded())
        throw UserError(fmt::format("The checkers cannot be built in {}:\n{}",
                                    course.build.string(), built.output));
}

} // namespace workbook::cli
