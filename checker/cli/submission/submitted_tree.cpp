// The source of grading where a folder was handed in: its files are taken, compiled in a sandbox
// with the course's commands, and run confined.
#include "cli/submission/grade_submission.hpp"

#include "cli/build.hpp"
#include "cli/descriptor.hpp"
#include "cli/files.hpp"
#include "cli/private_folder.hpp"
#include "cli/process.hpp"
#include "cli/stubs.hpp"
#include "cli/submission/compile.hpp"
#include "cli/submission/take.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// Options by which the check programs confine what they run. Throws UserError where they cannot,
// unless that is all right.
std::vector<std::string> confinement_of_check(const fs::path& check, bool unsandboxed) {
    const auto tried = run_process({check.string(), "--can-confine"});
    if (tried.succeeded()) return {"--confine"};
    if (unsandboxed) return {};
    throw UserError(fmt::format(
        "A submission's programs cannot be confined on this machine, so it is not graded: {}\n"
        "That needs root or user namespaces: kernel.unprivileged_userns_clone=1 (Debian); on "
        "Ubuntu 24.04 kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile with "
        "userns for {}; in a container the right to make them. Or trust the submission with your "
        "account: --unsandboxed",
        tried.output, (check.parent_path().parent_path() / "*" / "check").string()));
}

constexpr std::uint64_t room_for_compilers = 64 << 20; // bytes; many times what a lesson's write

// Why the folder does not have that much room. The room is taken for a moment, because the free
// space that a system reports ignores quotas.
std::optional<std::string> obstacle_to_room(const fs::path& folder) {
    const fs::path file = folder / "room";
    int error = 0;
    if (const Descriptor taken(open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        !taken)
        error = errno;
    else
        error = posix_fallocate(taken.number(), 0, room_for_compilers);
    unlink(file.c_str());
    if (error == 0) return std::nullopt;
    return fmt::format("{} has not the {} MiB of room that compilers want ({}). Free some space "
                       "there, or name another folder in TMPDIR.",
                       folder.parent_path().string(), room_for_compilers >> 20,
                       std::strerror(error));
}

// Why no program can be run from the folder.
std::optional<std::string> obstacle_to_running(const fs::path& folder) {
    struct statvfs disk {};
    if (statvfs(folder.c_str(), &disk) != 0 || (disk.f_flag & ST_NOEXEC) == 0) return std::nullopt;
    return fmt::format("No program can be run from {} (it is mounted with noexec): name another "
                       "folder in TMPDIR.",
                       folder.parent_path().string());
}

// Which limit of this process, and so of all programs that it starts, is too low. The virtual GPU
// reserves addresses for all the memory that it may have: where it gets none, a student's
// cudaMalloc fails, as if the student had asked for too much.
std::optional<std::string> obstacle_in_limits() {
    struct Least {
        __rlimit_resource resource;
        rlim_t bytes;
        const char* what;
    };
    for (const auto& [resource, bytes, what] :
         {Least{RLIMIT_AS, rlim_t{256} << 30, "have addresses for"},
          Least{RLIMIT_FSIZE, room_for_compilers, "write files of"}}) {
        rlimit limit{};
        if (getrlimit(resource, &limit) == 0 && limit.rlim_cur < bytes)
            return fmt::format("A process may {} no more than {} MiB here, and {} MiB are wanted: "
                               "ulimit -{} unlimited",
                               what, limit.rlim_cur >> 20, bytes >> 20,
                               resource == RLIMIT_AS ? 'v' : 'f');
    }
    return std::nullopt;
}

// A student's files, compiled apart.
class SubmittedTree : public Source {
  public:
    SubmittedTree(const Course& course, const std::vector<const Lesson*>& lessons,
                  const SubmissionOptions& options)
        : course_(course), options_(options),
          sandbox_(options.unsandboxed ? CompilerSandbox::none(course)
                                       : CompilerSandbox::find(course)) {
        sandbox_.limit_memory(options.lesson_memory);
        // Otherwise only we can enter the folder: no other user may see what was submitted.
        if (sandbox_.enters_as_another()) fs::permissions(staging_.path(), fs::perms(0711));
        submission_ = take_submission(course, lessons, options.submission, staging_.path());
        find_untouched(lessons);
        std::vector<const Lesson*> started;
        for (const Lesson* lesson : lessons)
            if (is_started(*lesson)) started.push_back(lesson);
        if (!options.graders_are_built) build_graders(course, started);
        commands_ = commands_of_build(course, started, "learner_");
        if (started.empty()) return;
        auto obstacle = obstacle_in_limits();
        if (!obstacle) obstacle = obstacle_to_running(staging_.path());
        if (!obstacle) obstacle = obstacle_to_room(staging_.path());
        if (obstacle) throw UserError(*obstacle);
        confinement_ = confinement_of_check(started.front()->check, options.unsandboxed);
        if (options.lesson_memory != 0)
            confinement_.insert(confinement_.end(),
                                {"--memory", std::to_string(options.lesson_memory >> 20)});
        auto view = view_of_lesson(course, *started.front(), commands_.at(started.front()->name));
        view.readable[course.virtual_runtime] = course.virtual_runtime;
        sandbox_.expect_readable(view);
    }
    std::vector<std::string> warnings() const override {
        auto all = submission_.warnings;
        if (options_.unsandboxed)
            all.insert(all.begin(),
                       "Graded without a sandbox (--unsandboxed): the submission was compiled, and "
                       "may have run, with the rights of the user who graded it.");
        return all;
    }
    std::vector<std::string> confinement() const override { return confinement_; }
    fs::path program(const Lesson& lesson, std::optional<Result>& instead) override {
        const auto& file = submission_.files.at(lesson.name);
        if (file.copy.empty()) {
            instead = judged(course_, lesson, options_.grade,
                             file.missing ? not_started : not_taken, {"", "", file.reason, "", 0});
            return {};
        }
        if (untouched_.contains(lesson.name)) {
            instead = judged(course_, lesson, options_.grade, not_started,
                             {"", "", "The file is as it was handed out.",
                              shown_path(course_, lesson.source), 0});
            return {};
        }
        auto compiled = compile(lesson, file.copy, folder_of(lesson));
        if (compiled.in_doubt) {
            fs::remove_all(folder_of(lesson)); // what it took is not what is missing
            if (const auto obstacle = obstacle_to_compilers(lesson)) {
                instead =
                    judged(course_, lesson, options_.grade, grader_error,
                           {"", "", "This is not the submission's fault. " + *obstacle, "", 0});
                return {};
            }
            // What the machine lacked may have been lacking for a moment.
            if (!compiled.took_its_time) compiled = compile(lesson, file.copy, folder_of(lesson));
        }
        if (!compiled.program.empty()) {
            compilers_work_ = true;
        } else {
            instead = empty_result(course_, lesson, options_.grade);
            instead->verdict = compiled.verdict;
            instead->messages = std::move(compiled.messages);
            instead->in_doubt = compiled.may_be_machine;
        }
        return compiled.program;
    }
    std::optional<fs::path> given_program(const Lesson& lesson) override {
        const auto folder = given_folder_of(lesson);
        const auto solution = file_text(lesson.solution);
        if (fs::exists(folder / "learner"))
            return folder / "learner"; // the visible cases needed it
        return compile_given(lesson, solution ? solution : file_text(stub_copy(course_, lesson)),
                             folder)
            .program;
    }
    void done_with(const Lesson& lesson) override {
        std::error_code ignored;
        fs::remove_all(folder_of(lesson), ignored);
        fs::remove_all(given_folder_of(lesson), ignored);
    }

    void end_by(const Deadline& deadline) override {
        deadline_ = deadline;
        sandbox_.end_by(deadline);
    }

  private:
    fs::path folder_of(const Lesson& lesson) const { return staging_.path() / lesson.name; }
    fs::path given_folder_of(const Lesson& lesson) const {
        return staging_.path() / ("given-" + lesson.name);
    }
    bool is_started(const Lesson& lesson) const {
        return !submission_.files.at(lesson.name).copy.empty() && !untouched_.contains(lesson.name);
    }
    CompiledLesson compile(const Lesson& lesson, const fs::path& source, const fs::path& folder) {
        fs::create_directory(folder);
        fs::permissions(folder, fs::perms::owner_all);
        return compile_lesson(course_, lesson, commands_.at(lesson.name), sandbox_, source, folder);
    }
    // A file of the course's own.
    CompiledLesson compile_given(const Lesson& lesson, const std::optional<std::string>& text,
                                 const fs::path& folder) {
        fs::path source = folder;
        source += ".cu";
        const auto error = text ? replace_file(source, *text)
                                : std::make_error_code(std::errc::no_such_file_or_directory);
        if (!error) {
            auto compiled = compile(lesson, source, folder);
            std::error_code ignored;
            fs::remove(source, ignored);
            return compiled;
        }
        const std::string what = fmt::format("{}: {}", source.string(), error.message());
        return {.program = {}, .verdict = grader_error, .messages = {{"", "", what, "", 0}}};
    }
    // What keeps the compiler from working now, which is not the student's fault. To find out, the
    // file that was handed out is compiled.
    std::optional<std::string> obstacle_to_compilers(const Lesson& lesson) {
        const std::lock_guard lock(probing_);
        if (deadline_.has_passed()) return std::nullopt;
        if (auto obstacle = obstacle_to_room(staging_.path())) return obstacle;
        const auto folder = staging_.path() / "probe";
        const auto compiled = compile_given(lesson, file_text(stub_copy(course_, lesson)), folder);
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        if (deadline_.has_passed()) return std::nullopt; // it had no time
        if (!compiled.program.empty()) {
            compilers_work_ = true;
            return std::nullopt;
        }
        const std::string what =
            compiled.messages.empty() ? compiled.verdict : compiled.messages[0].text;
        if (compilers_work_)
            return "Not even the file that is handed out compiles here any more:\n" + what;
        throw UserError(fmt::format(
            "Even the file that is handed out for {} does not compile where submissions do, so "
            "they are not graded. What it needs has to be readable for all users, and a "
            "compiler outside of /usr in a folder without the course:\n{}",
            lesson.name, what));
    }
    // Without the stub, an untouched file would be graded as a wrong answer.
    void find_untouched(const std::vector<const Lesson*>& lessons) {
        for (const Lesson* lesson : lessons) {
            const auto copy = stub_copy(course_, *lesson);
            if (!file_text(copy)) {
                const auto shown = shown_path(course_, copy);
                throw UserError(fmt::format("{} cannot be read, so it is unknown whether {} was "
                                            "worked on. Take {} from where you got the workbook.",
                                            shown, lesson->name, shown));
            }
            if (is_stub(course_, *lesson, submission_.files.at(lesson->name).copy))
                untouched_.insert(lesson->name);
        }
    }

    const Course& course_;
    const SubmissionOptions& options_;
    Deadline deadline_;
    CompilerSandbox sandbox_;
    PrivateFolder staging_;
    Submission submission_;
    std::set<std::string> untouched_;
    std::map<std::string, ProgramCommands> commands_;
    std::vector<std::string> confinement_;
    std::mutex probing_;
    std::atomic<bool> compilers_work_ = false;
};

} // namespace

std::unique_ptr<Source> submitted_tree(const Course& course,
                                       const std::vector<const Lesson*>& lessons,
                                       const SubmissionOptions& options) {
    return std::make_unique<SubmittedTree>(course, lessons, options);
}

} // namespace workbook::cli
