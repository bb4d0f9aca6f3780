#include "cli/grade.hpp"

#include "cli/build.hpp"
#include "cli/compiler_output.hpp"
#include "cli/process.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>
#include <iterator>
#include <stdlib.h>
#include <thread>

namespace workbook::cli {
namespace {

// The checkers set limits for each call of a student's code; this one is for a checker that fails
// to.
constexpr std::chrono::minutes check_limit{10};

// To glibc's malloc: a checker makes and drops arrays of megabytes all the time, and getting their
// pages anew from the kernel each time is a sixth of a lesson's checking time.
const std::map<std::string, std::string> keep_freed_memory{
    {"MALLOC_MMAP_THRESHOLD_", "1000000000"}, {"MALLOC_TRIM_THRESHOLD_", "2000000000"}};

// A folder that nobody else knows the name of, gone when this goes.
class PrivateFolder {
  public:
    PrivateFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "workbook-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw UserError(
                fmt::format("No folder can be made in {}: free some space there, or name "
                            "another one in TMPDIR.",
                            std::filesystem::temp_directory_path().string()));
        }
        path_ = name;
    }
    ~PrivateFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

Result empty_result(const Course& course, const Lesson& lesson, const GradeOptions& options) {
    Result result;
    result.lesson = lesson.name;
    result.max_points = lesson.points;
    result.tree = course.tree;
    result.seed = options.seed;
    return result;
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

Message grader_error_message(const ProcessResult& process) {
    std::string what = fmt::format("ended with exit code {}", process.exit_code);
    if (process.signal != 0) what = fmt::format("was ended by signal {}", process.signal);
    if (process.timed_out) what = fmt::format("did not end within {} minutes", check_limit.count());
    return {
        "", grader_error,
        fmt::format("The checker {} and left no verdict. This is the workbook's fault, not yours. "
                    "It printed:\n{}",
                    what, process.output.empty() ? "(nothing)" : process.output),
        "", 0};
}

// Calls work(i) for each i below count, on as many threads as there are cores. An exception of any
// comes out here, when all have ended.
template <class Work>
void in_parallel(std::size_t count, const Work& work) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::future<void>> helpers;
    for (std::size_t i = 0; i < std::min(cores, count); ++i) {
        helpers.push_back(std::async(std::launch::async, run));
    }
    for (auto& helper : helpers) helper.get();
}

} // namespace

Result run_check(const Course& course, const Lesson& lesson, const CheckCommand& programs,
                 const GradeOptions& options, std::string& output) {
    const PrivateFolder folder;
    const auto file = folder.path() / "result.json";
    std::vector<std::string> command{programs.check.string(),
                                     "--lesson",
                                     lesson.name,
                                     "--learner",
                                     programs.learner.string(),
                                     "--tree",
                                     course.tree,
                                     "--points",
                                     spoken(lesson.points),
                                     "--device",
                                     options.device,
                                     "--seed",
                                     std::to_string(options.seed),
                                     "--vgpu-lib",
                                     course.virtual_runtime.string(),
                                     "--cuda-lib",
                                     course.cuda_libraries.string(),
                                     "--result",
                                     file.string()};
    if (!course.tracer.empty()) command.insert(command.end(), {"--tracer", course.tracer.string()});
    if (!programs.record.empty())
        command.insert(command.end(), {"--record", programs.record.string()});
    if (!programs.learner_namespace.empty())
        command.insert(command.end(), {"--namespace", programs.learner_namespace});
    const auto profile = folder.path() / "profile.json";
    if (programs.profile != nullptr) command.insert(command.end(), {"--profile", profile.string()});
    const auto process =
        run_process(command, {.environment = keep_freed_memory, .limit = check_limit});
    output = process.output;
    Result result = empty_result(course, lesson, options);
    if (programs.profile != nullptr) {
        std::ifstream stream(profile);
        programs.profile->assign(std::istreambuf_iterator<char>(stream), {});
    }
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (auto read = read_result(text, result)) {
        for (auto& message : read->messages) message.file = shown_path(course, message.file);
        return *read;
    }
    result.verdict = grader_error;
    result.messages = {grader_error_message(process)};
    return result;
}

std::vector<Result> grade(const Course& course, const std::vector<const Lesson*>& lessons,
                          const GradeOptions& options) {
    auto stubs = untouched(course, lessons);
    if (options.broken_stubs)
        for (const Lesson* lesson : lessons)
            if (lesson->broken_stub) stubs.erase(lesson->name);
    std::vector<const Lesson*> started;
    std::ranges::copy_if(lessons, std::back_inserter(started),
                         [&](const Lesson* lesson) { return !stubs.contains(lesson->name); });
    const auto tell = [&](const std::string& what) {
        if (options.on_progress) options.on_progress(what);
    };
    if (started.size() == 1) tell("building " + started.front()->name);
    if (started.size() > 1) tell(fmt::format("building {} lessons", started.size()));
    const auto failures = build_lessons(course, started);

    std::atomic<std::size_t> begun = 0;
    std::vector<Result> results(lessons.size());
    in_parallel(lessons.size(), [&](std::size_t i) {
        const Lesson& lesson = *lessons[i];
        Result& result = results[i] = empty_result(course, lesson, options);
        if (stubs.contains(lesson.name)) {
            result.verdict = not_started;
            result.messages = {not_started_message(course, lesson)};
        } else if (const auto failure = failures.find(lesson.name); failure == failures.end()) {
            tell(fmt::format("checking {} of {}: {}", ++begun, started.size(), lesson.name));
            std::string output;
            result = run_check(course, lesson, {lesson.check, lesson.learner}, options, output);
        } else {
            result.messages = explain_compiler_output(course, lesson, failure->second.output);
            result.verdict = failure->second.of_checker ? grader_error : does_not_compile;
        }
    });
    tell("");
    return results;
}

} // namespace workbook::cli
