#include "cli/grading/grade_lessons.hpp"

#include "cli/descriptor.hpp"
#include "cli/files.hpp"
#include "cli/grading/source.hpp"
#include "cli/machine.hpp"
#include "cli/parallel.hpp"
#include "cli/private_folder.hpp"
#include "cli/process.hpp"
#include "wire/result_file.hpp"

#include <fmt/core.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>

namespace workbook::cli {
namespace {

// To glibc's malloc: a checker makes and drops arrays of megabytes all the time, and getting their
// pages anew from the kernel each time is a sixth of a lesson's checking time.
const std::map<std::string, std::string> keep_freed_memory{
    {"MALLOC_MMAP_THRESHOLD_", "1000000000"}, {"MALLOC_TRIM_THRESHOLD_", "2000000000"}};

std::string content_of(int file) {
    std::string text;
    char buffer[65536];
    for (ssize_t count;
         (count = pread(file, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0;)
        text.append(buffer, static_cast<std::size_t>(count));
    return text;
}

int line_of_first_todo(const std::filesystem::path& stub) {
    std::ifstream stream(stub);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.find("// TODO 1:") != std::string::npos) return number;
    }
    return 0;
}

// Why there is no result.
Message no_result_message(const ProcessResult& process, std::chrono::seconds limit) {
    if (process.timed_out)
        return {"", timed_out,
                fmt::format("Checking this lesson took more than {} seconds in all and was "
                            "stopped. Each call of the code was within its own limit, or nearly.",
                            limit.count()),
                "", 0};
    std::string what = fmt::format("ended with exit code {}", process.exit_code);
    if (process.signal != 0) what = fmt::format("was ended by signal {}", process.signal);
    return {"", grader_error,
            fmt::format("The checker {} and left no verdict. It printed:\n{}", what,
                        process.output.empty() ? "(nothing)" : process.output),
            "", 0};
}

// The result is written to descriptor 3.
std::vector<std::string> check_command(const Course& course, const Lesson& lesson,
                                       const CheckCommand& programs, const GradeOptions& options) {
    std::vector<std::string> command{programs.check.string(),
                                     "--lesson",
                                     lesson.name,
                                     "--learner",
                                     programs.learner.string(),
                                     "--reference", // also of a hidden check, which lies elsewhere
                                     (lesson.check.parent_path() / "reference").string(),
                                     "--tree",
                                     course.tree,
                                     "--points",
                                     spoken(lesson.points),
                                     "--device",
                                     options.device,
                                     "--seed",
                                     "-", // every process can read a command line
                                     "--vgpu-lib",
                                     course.virtual_runtime.string(),
                                     "--cuda-lib",
                                     course.cuda_libraries.string(),
                                     "--result-fd",
                                     "3"};
    if (!course.tracer.empty()) command.insert(command.end(), {"--tracer", course.tracer.string()});
    if (!programs.record.empty())
        command.insert(command.end(), {"--record", programs.record.string()});
    if (!programs.names.empty())
        command.insert(command.end(), {"--names", programs.names.string()});
    command.insert(command.end(), programs.more.begin(), programs.more.end());
    return command;
}

} // namespace

Result empty_result(const Course& course, const Lesson& lesson, const GradeOptions& options) {
    Result result;
    result.lesson = lesson.name;
    result.max_points = lesson.points;
    result.tree = course.tree;
    result.seed = options.seed;
    return result;
}

Message not_started_message(const Course& course, const Lesson& lesson) {
    const std::string text =
        lesson.broken_stub
            ? fmt::format("The file is as it was handed out, with its mistakes. Read {}, then see "
                          "what they lead to: ./workbook check {}",
                          shown_path(course, lesson.readme), lesson.name)
            : fmt::format("The file is as it was handed out. Read {}, then begin with TODO 1.",
                          shown_path(course, lesson.readme));
    return {"", not_started, text, shown_path(course, lesson.source),
            line_of_first_todo(lesson.source)};
}

std::string early_finding(const std::string& output) {
    const std::string mark = std::string("\n") + wire::early_finding_mark;
    const auto at = output.find(mark);
    const auto end = at == std::string::npos ? at : output.find('\n', at + 1);
    return end == std::string::npos ? "" : output.substr(at + mark.size(), end - at - mark.size());
}

Result run_check(const Course& course, const Lesson& lesson, const CheckCommand& programs,
                 const GradeOptions& options, std::string& output) {
    // The result comes through a file without a name: nothing that runs beside can write another.
    const int handed_over = memfd_create("workbook-result", MFD_CLOEXEC);
    std::vector<std::string> command = check_command(course, lesson, programs, options);
    std::optional<PrivateFolder> folder;
    if (programs.profile != nullptr) {
        folder.emplace();
        command.insert(command.end(), {"--profile", folder->path() / "profile.json"});
    }
    const Descriptor closes(handed_over);
    const auto tell_early = [&, told = false](const std::string& printed) mutable {
        if (told || !options.on_early_finding) return;
        const std::string finding = early_finding(printed);
        told = !finding.empty();
        if (told) options.on_early_finding(fmt::format("{}: {}", lesson.name, finding));
    };
    const auto process = run_process(command, {.environment = keep_freed_memory,
                                               .limit = programs.limit,
                                               .input = std::to_string(options.seed) + "\n",
                                               .report_descriptor = handed_over,
                                               .on_output = tell_early});
    output = process.output;
    Result result = empty_result(course, lesson, options);
    if (programs.profile != nullptr)
        *programs.profile = file_text(folder->path() / "profile.json").value_or("");
    const auto written = content_of(handed_over);
    if (auto read = read_result(written, result); read && !process.timed_out) {
        for (auto& message : read->messages) message.file = shown_path(course, message.file);
        return *read;
    }
    result.messages = {no_result_message(process, programs.limit)};
    result.verdict = result.messages.front().verdict;
    result.waited = waited_in(written);
    result.in_doubt = process.timed_out &&
                      wire::waited_much(result.waited, static_cast<double>(programs.limit.count()));
    return result;
}

std::vector<Result> grade_lessons(const Course& course, const std::vector<const Lesson*>& lessons,
                                  const GradeOptions& options) {
    const auto source = own_tree(course, lessons, options);
    std::vector<Result> results(lessons.size());
    std::vector<std::size_t> started;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        std::optional<Result> instead;
        source->program(*lessons[i], instead);
        if (instead)
            results[i] = *std::move(instead);
        else
            started.push_back(i);
    }
    std::atomic<std::size_t> begun = 0;
    in_parallel(started.size(), processor_count(), [&](std::size_t i) {
        const Lesson& lesson = *lessons[started[i]];
        if (options.on_progress)
            options.on_progress(
                fmt::format("checking {} of {}: {}", ++begun, started.size(), lesson.name));
        std::string output;
        CheckCommand programs{.check = lesson.check,
                              .learner = lesson.learner,
                              .more = {"--source", lesson.source.string()}};
        if (options.gain) programs.more.push_back("--gain");
        results[started[i]] = run_check(course, lesson, programs, options, output);
    });
    if (options.on_progress) options.on_progress("");
    return results;
}

} // namespace workbook::cli
