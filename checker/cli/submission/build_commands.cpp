#include "cli/submission/build_commands.hpp"

#include "cli/files.hpp"
#include "cli/process.hpp"
#include "cli/submission/shell_words.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace workbook::cli {
namespace {

[[noreturn]] void refuse_build(const Course& course, const std::string& what) {
    throw UserError(fmt::format("The build in {} does not say how {}. Configure it again, with "
                                "Ninja or Unix Makefiles: cmake --preset learner",
                                course.build.string(), what));
}

// What stands behind -o.
std::string output_word(const std::vector<std::string>& words) {
    const auto option = std::ranges::find(words, "-o");
    return option == words.end() || option + 1 == words.end() ? "" : *(option + 1);
}

// Without what stands before the compiler (ccache) and a shell's decoration (": && ... && :").
std::vector<std::string> from_compiler_on(const Course& course, std::vector<std::string> words) {
    const auto compiler = std::ranges::find_if(words, [&](const std::string& word) {
        return std::ranges::find(course.compilers, std::filesystem::path(word)) !=
               course.compilers.end();
    });
    if (compiler != words.end()) words.erase(words.begin(), compiler);
    const auto end = std::ranges::find(words, "&&");
    words.erase(end, words.end());
    // CMake 3.27 and newer: a file of the build's own, in which the linker lists what it read.
    std::erase_if(words,
                  [](const std::string& word) { return word.find("--dependency-file") < 5; });
    return words;
}

// Makefiles put the include folders into a file: --options-file FILE.
std::vector<std::string> with_options_file(std::vector<std::string> words,
                                           const std::filesystem::path& directory) {
    const auto option = std::ranges::find(words, "--options-file");
    if (option == words.end() || option + 1 == words.end()) return words;
    const auto options = shell_words(file_text(directory / *(option + 1)).value_or(""));
    const auto place = words.erase(option, option + 2);
    words.insert(place, options.begin(), options.end());
    return words;
}

void read_compile_commands(const Course& course, const std::string& prefix,
                           std::map<std::string, ProgramCommands>& programs) {
    std::ifstream stream(course.build / "compile_commands.json");
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_array()) refuse_build(course, "it compiles (no compile_commands.json)");
    for (const auto& entry : json) {
        const std::string command = entry.value("command", "");
        if (command.find("/" + prefix) == std::string::npos) continue;
        auto words = from_compiler_on(course, shell_words(command));
        const std::string object = output_word(words);
        // exercises/CMakeFiles/<prefix><lesson>.dir/...; precompiled headers have entries, too.
        const auto at = object.find("/" + prefix);
        const auto end = at == std::string::npos ? at : object.find(".dir/", at);
        if (end == std::string::npos || !object.ends_with(".o")) continue;
        const auto begin = at + 1 + prefix.size();
        const auto program = programs.find(object.substr(begin, end - begin));
        if (program == programs.end()) continue;
        const std::string directory = entry.value("directory", "");
        program->second = {
            directory, with_options_file(std::move(words), directory), {}, object, {}};
    }
}

// Ninja tells; make has them in files.
std::vector<std::string> link_lines(const Course& course, const std::vector<const Lesson*>& lessons,
                                    const std::string& prefix) {
    std::vector<std::string> lines;
    if (std::filesystem::exists(course.build / "build.ninja")) {
        std::vector<std::string> command{
            course.make_program.string(), "-C", course.build.string(), "-t", "commands", "-s"};
        for (const Lesson* lesson : lessons)
            command.push_back(
                fmt::format("lessons/{}/{}", lesson->name, prefix.substr(0, prefix.size() - 1)));
        std::istringstream output(run_process(command).output);
        for (std::string line; std::getline(output, line);) lines.push_back(line);
        return lines;
    }
    for (const Lesson* lesson : lessons) {
        std::ifstream stream(course.build / "exercises" / "CMakeFiles" /
                             (prefix + lesson->name + ".dir") / "link.txt");
        std::getline(stream, lines.emplace_back());
    }
    return lines;
}

} // namespace

std::map<std::string, ProgramCommands> commands_of_build(const Course& course,
                                                         const std::vector<const Lesson*>& lessons,
                                                         const std::string& prefix) {
    std::map<std::string, ProgramCommands> programs;
    if (lessons.empty()) return programs;
    for (const Lesson* lesson : lessons) programs[lesson->name];
    read_compile_commands(course, prefix, programs);
    const auto lines = link_lines(course, lessons, prefix);
    for (auto& [name, program] : programs) {
        if (program.object.empty()) refuse_build(course, fmt::format("{} is compiled", name));
        // Which of the lines is it? The one that links what was just compiled.
        for (const auto& line : lines) {
            auto words = from_compiler_on(course, shell_words(line));
            if (std::ranges::find(words, program.object) != words.end())
                program.link = std::move(words);
        }
        program.program = output_word(program.link);
        if (program.program.empty()) refuse_build(course, fmt::format("{} is linked", name));
    }
    return programs;
}

std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
    if (from.empty()) return text;
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::vector<std::string> with_replaced(std::vector<std::string> words, const std::string& from,
                                       const std::string& to) {
    for (auto& word : words) word = with_replaced(std::move(word), from, to);
    return words;
}

} // namespace workbook::cli
