#include "cli/class/keys.hpp"

#include "cli/files.hpp"
#include "cli/private_folder.hpp"
#include "cli/process.hpp"
#include "cli/stubs.hpp"
#include "cli/submission/compile.hpp"
#include "cli/submission/take.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string_view>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

void add_files(std::set<fs::path>& files, const fs::path& path) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) files.insert(path);
    if (!fs::is_directory(path, error)) return;
    for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->is_regular_file(error)) files.insert(entry->path());
}

std::set<fs::path> files_of_grader(const Course& course, const std::vector<const Lesson*>& lessons,
                                   const std::map<std::string, ProgramCommands>& commands,
                                   const std::map<std::string, fs::path>& hidden) {
    std::set<fs::path> files{fs::read_symlink("/proc/self/exe"), course.build / "lessons.json"};
    add_files(files, course.virtual_runtime);
    if (!course.tracer.empty()) files.insert(course.tracer);
    for (const auto& [name, program] : hidden) files.insert(program);
    for (const Lesson* lesson : lessons) {
        files.merge(programs_that_judge(*lesson));
        files.insert(stub_copy(course, *lesson));
        const auto view = view_of_lesson(course, *lesson, commands.at(lesson->name));
        for (const auto& [inside, outside] : view.readable) add_files(files, outside);
    }
    return files;
}

// nvcc finds these by PATH.
std::set<fs::path> host_compilers() {
    const char* path = getenv("PATH");
    return programs_in_path(path == nullptr ? "" : path, {"gcc", "g++", "as", "ld"});
}

// The versions of the compilers, and of NVIDIA's driver where there is one.
std::string versions_of(const Course& course) {
    std::string text = course.toolkit.string() + "\n";
    auto compilers = course.compilers;
    std::ranges::copy(host_compilers(), std::back_inserter(compilers));
    for (const auto& compiler : compilers)
        text += compiler.string() + "\n" + run_process({compiler.string(), "--version"}).output;
    return text + file_text("/proc/driver/nvidia/version").value_or("");
}

// Variables that change what compilers and checkers do.
std::string environment_of_grading() {
    std::set<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry)
        for (const char* name : {"WORKBOOK_", "NVCC_", "CUDA_", "CPATH=", "CPLUS_INCLUDE_PATH=",
                                 "LIBRARY_PATH=", "LD_LIBRARY_PATH="})
            if (std::string_view(*entry).starts_with(name)) variables.insert(*entry);
    return fmt::format("{}\n", fmt::join(variables, "\n"));
}

} // namespace

std::set<fs::path> programs_that_judge(const Lesson& lesson) {
    std::set<fs::path> files;
    add_files(files, lesson.check.parent_path());
    files.erase(lesson.learner);
    return files;
}

std::set<fs::path> programs_in_path(const std::string& path,
                                    const std::vector<std::string>& names) {
    std::set<fs::path> programs;
    for (const auto& name : names) {
        std::istringstream folders(path);
        for (std::string folder; std::getline(folders, folder, ':');) {
            std::error_code error;
            const auto program = fs::canonical(fs::path(folder) / name, error);
            if (error || !fs::is_regular_file(program, error) || access(program.c_str(), X_OK) != 0)
                continue;
            programs.insert(program);
            break;
        }
    }
    return programs;
}

std::string key_of_grader(const Course& course, const std::vector<const Lesson*>& lessons,
                          const SubmissionOptions& options,
                          const std::map<std::string, fs::path>& hidden,
                          const std::vector<std::string>& settings) {
    const auto commands = commands_of_build(course, lessons, "learner_");
    std::string text = versions_of(course) + environment_of_grading();
    text += fmt::format("{} {} {} {} {} {} {} {} {} {}\n", options.grade.device, options.datetime,
                        static_cast<int>(options.detail), options.show_hidden, options.show_seed,
                        options.unsandboxed, options.limit.count(), options.total_limit.count(),
                        options.lesson_memory, course.version);
    for (const auto& setting : settings) text += setting + "\n";
    for (const Lesson* lesson : lessons) {
        text += fmt::format("{} {}\n", lesson->name, lesson->points);
        const auto& programs = commands.at(lesson->name);
        for (const auto* command : {&programs.compile, &programs.link})
            for (const auto& word : *command) text += word + "\n";
    }
    const auto files = files_of_grader(course, lessons, commands, hidden);
    for (const auto& [file, hash] : sha256_of(course, {files.begin(), files.end()}))
        text += fmt::format("{} {}\n", hash, file.string());
    const PrivateFolder folder;
    const auto list = folder.path() / "list";
    if (const auto error = replace_file(list, text))
        throw UserError(fmt::format("{} cannot be written ({}): free some space there.",
                                    list.string(), error.message()));
    const auto hashes = sha256_of(course, {list});
    if (hashes.empty()) throw UserError("cmake -E sha256sum does not work: is CMake whole?");
    return hashes.begin()->second;
}

std::map<std::string, std::string> key_of_submission(const Course& course,
                                                     const std::vector<const Lesson*>& lessons,
                                                     const fs::path& folder) {
    const PrivateFolder staging;
    const auto submission = take_submission(course, lessons, folder, staging.path());
    std::vector<fs::path> copies;
    for (const auto& [name, file] : submission.files)
        if (!file.copy.empty()) copies.push_back(file.copy);
    const auto hashes = sha256_of(course, copies);
    std::map<std::string, std::string> key;
    for (const auto& [name, file] : submission.files) {
        const auto hash = hashes.find(file.copy);
        key[name] = hash == hashes.end() ? file.reason : hash->second;
    }
    return key;
}

} // namespace workbook::cli
