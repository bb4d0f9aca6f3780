#include "cli/submission/compile.hpp"

#include "cli/compiler_output.hpp"
#include "cli/machine.hpp"
#include "cli/submission/files_read.hpp"
#include "cli/submission/toolchain.hpp"

#include <fmt/core.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <optional>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes_of_program = 256 << 20;

Message failure_message(const Course& course, const Lesson& lesson, const std::string& text) {
    return {"", does_not_compile, text, shown_path(course, lesson.source), 0};
}

// The student may have written such words, too.
bool says_any(const std::string& output, std::initializer_list<const char*> words) {
    return std::ranges::any_of(
        words, [&](const char* text) { return output.find(text) != std::string::npos; });
}

bool says_full(const std::string& output) {
    return says_any(output, {"No space left on device", "Disk quota exceeded"});
}

// Whether a compiler's driver or the kernel reports trouble of the machine in the output.
bool says_interrupted(const std::string& output) {
    return says_any(output, {"Killed", "signal 9", "Resource temporarily unavailable",
                             "Too many open files", "Input/output error"});
}

bool was_killed(const ProcessResult& process) {
    return process.signal == SIGKILL || process.exit_code == 128 + SIGKILL;
}

// What nvcc and g++ print when SIGXCPU has ended one of their programs.
bool says_out_of_time(const std::string& output) {
    return output.find("CPU time limit exceeded") != std::string::npos;
}

// `memory_ran_out`: the kernel has ended some process for it while this was compiled.
CompiledLesson failure(const Course& course, const Lesson& lesson, const fs::path& source,
                       const ProcessResult& process, std::chrono::seconds limit,
                       bool memory_ran_out) {
    CompiledLesson failed{.program = {}, .verdict = does_not_compile, .messages = {}};
    failed.in_doubt = failed.may_be_machine = true;
    if (process.timed_out) {
        failed.took_its_time = process.processor_seconds > static_cast<double>(limit.count()) / 2;
        failed.messages = {failure_message(
            course, lesson,
            fmt::format("The compiler was stopped: it took more than {} seconds.", limit.count()))};
    } else if (says_out_of_time(process.output)) {
        failed.took_its_time = true;
        failed.messages = {failure_message(
            course, lesson,
            fmt::format("The compiler was stopped: it took more than {} seconds of processor time.",
                        processor_time_to_compile.count()))};
    } else if (process.output.empty()) {
        failed.messages = {
            failure_message(course, lesson,
                            fmt::format("The compiler ended without a message: it may have taken "
                                        "more than {} seconds of processor time, or run out of "
                                        "memory.",
                                        processor_time_to_compile.count()))};
    } else {
        failed.messages = explain_compiler_output(course, lesson, process.output, source);
        const Message& first = failed.messages.front();
        const bool has_place = first.line != 0 && first.file == shown_path(course, lesson.source);
        failed.in_doubt = !has_place || says_full(process.output);
        failed.may_be_machine =
            failed.in_doubt && (says_full(process.output) || says_interrupted(process.output) ||
                                was_killed(process) || memory_ran_out);
    }
    failed.may_be_machine &= !failed.took_its_time;
    return failed;
}

// The files that a compiler may read, for where nothing keeps it from reading others.
std::set<fs::path> files_to_read(const Course& course, const View& view, const fs::path& source) {
    const auto masked = masked_folders(course);
    auto allowed = toolchain_folders(course, masked, view.compilers);
    if (masked.empty())
        allowed.insert("/usr");
    else // the course lies there, too
        allowed.insert({"/usr/include", "/usr/lib", "/usr/lib64", "/usr/local/include"});
    allowed.insert({course.toolkit, source, view.writable});
    for (const auto& [inside, outside] : view.readable) allowed.insert(outside);
    return allowed;
}

CompiledLesson stranger_failure(const Course& course, const Lesson& lesson, const fs::path& file) {
    const std::string text = fmt::format(
        "Your file has the compiler read {}. It may include the lesson's header and those of C++ "
        "and CUDA, and no other file.",
        file.string());
    return {.program = {},
            .verdict = forbidden,
            .messages = {{"", forbidden, text, shown_path(course, lesson.source), 0}}};
}

// Whether the file is a regular one, not empty and not too large for a program.
bool is_program(const fs::path& file) {
    struct stat status {};
    return lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
           static_cast<std::size_t>(status.st_size) <= most_bytes_of_program;
}

} // namespace

View view_of_lesson(const Course& course, const Lesson& lesson, const ProgramCommands& commands) {
    View view;
    view.directory = commands.directory;
    view.readable[lesson.header] = lesson.header;
    for (const char* name : {"probe.cu", "given.hpp"})
        if (const auto file = lesson.header.parent_path() / name; fs::exists(file))
            view.readable[file] = file;
    for (const char* folder : {"wire", "learner"})
        view.readable[course.checker / folder] = course.checker / folder;
    for (const std::string prefix : {"-ccbin=", "--compiler-bindir="})
        for (const auto& word : commands.compile)
            if (word.starts_with(prefix)) view.compilers.emplace_back(word.substr(prefix.size()));
    for (const auto& word : commands.link) {
        const auto file = (commands.directory / word).lexically_normal();
        std::error_code ignored;
        const bool is_library = word.ends_with(".a") || word.ends_with(".o");
        if (is_library && word != commands.object && fs::is_regular_file(file, ignored))
            view.readable[file] = file;
    }
    return view;
}

CompiledLesson compile_lesson(const Course& course, const Lesson& lesson,
                              const ProgramCommands& commands, const CompilerSandbox& sandbox,
                              const fs::path& source, const fs::path& folder,
                              std::chrono::seconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const auto time_left = [end] {
        return std::chrono::ceil<std::chrono::seconds>(end - std::chrono::steady_clock::now());
    };
    const auto ended_before = processes_ended_for_memory();
    sandbox.give(folder);
    sandbox.give(source);
    auto view = view_of_lesson(course, lesson, commands);
    view.readable[lesson.source] = source;
    view.writable = folder;
    const auto object = folder / "lesson.o", program = folder / "learner";
    auto compile = with_replaced(commands.compile, commands.object, object.string());
    // Without a sandbox the student's file cannot lie where the course's own does.
    const auto notes = folder / "notes"; // of the files that were read
    if (!sandbox.confines()) {
        compile = with_replaced(compile, lesson.source.string(), source.string());
        fs::create_directory(notes);
        const auto words = words_to_note_files(notes);
        compile.insert(compile.end(), words.begin(), words.end());
    }
    auto link = commands.link;
    for (auto& word : link) {
        if (word == commands.object) word = object.string();
        if (word == commands.program) word = program.string();
    }
    double processor_seconds = 0;
    const auto failed = [&](ProcessResult done) {
        done.output = with_replaced(done.output, source.string(), lesson.source.string());
        done.processor_seconds += processor_seconds;
        return failure(course, lesson, source, done, limit,
                       processes_ended_for_memory() != ended_before);
    };
    const auto compiled = sandbox.run(compile, view, time_left());
    // Before its words are shown: they may have lines of that file in them.
    if (!sandbox.confines())
        if (const auto file =
                stranger_that_was_read(notes, view.directory, files_to_read(course, view, source)))
            return stranger_failure(course, lesson, *file);
    if (!compiled.succeeded()) return failed(compiled);
    processor_seconds = compiled.processor_seconds;
    if (const auto done = sandbox.run(link, view, time_left()); !done.succeeded())
        return failed(done);
    if (!is_program(program))
        return {
            .program = {},
            .verdict = does_not_compile,
            .messages = {failure_message(course, lesson, "The compiler made no program of it.")},
            .in_doubt = true};
    fs::remove(object);
    // It is not written any more from here on, only run.
    if (chown(folder.c_str(), geteuid(), getegid()) != 0 ||
        chown(program.c_str(), geteuid(), getegid()) != 0 || chmod(program.c_str(), 0755) != 0)
        throw UserError(fmt::format("{} cannot be taken back.", folder.string()));
    return {.program = program, .verdict = "", .messages = {}};
}

} // namespace workbook::cli
