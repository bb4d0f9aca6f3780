#include "cli/stubs.hpp"

#include "cli/files.hpp"
#include "cli/process.hpp"

#include <fmt/core.h>

#include <sstream>

namespace workbook::cli {
namespace {

// The text of the copy. Throws UserError if it is not the one that was recorded.
std::string handed_out(const Course& course, const Lesson& lesson) {
    const auto copy = stub_copy(course, lesson);
    const auto text = file_text(copy);
    const auto hashes = sha256_of(course, {copy});
    const auto found = hashes.find(copy);
    if (text && found != hashes.end() && found->second == lesson.stub_sha256) return *text;
    throw UserError(fmt::format(
        "{} is {}, so {} cannot be put back from it. Take {} from where you got the workbook.",
        shown_path(course, copy), text ? "not the stub of this version" : "missing",
        shown_path(course, lesson.stub), shown_path(course, copy)));
}

// Removes what editors on Windows add: a byte order mark and carriage returns.
std::string as_handed_out(std::string text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;) text.erase(at, 1);
    return text;
}

} // namespace

std::map<std::filesystem::path, std::string>
sha256_of(const Course& course, const std::vector<std::filesystem::path>& files) {
    std::map<std::filesystem::path, std::string> hashes;
    if (files.empty()) return hashes;
    std::vector<std::string> command{course.cmake.string(), "-E", "sha256sum"};
    for (const auto& file : files) command.push_back(file.string());
    std::istringstream lines(run_process(command).output);
    for (std::string line; std::getline(lines, line);) {
        const auto gap = line.find("  ");
        if (gap == 64) hashes[line.substr(gap + 2)] = line.substr(0, gap);
    }
    return hashes;
}

std::set<std::string> untouched(const Course& course, const std::vector<const Lesson*>& lessons) {
    std::set<std::string> names;
    if (course.tree != "exercises") return names;
    for (const Lesson* lesson : lessons)
        if (is_stub(course, *lesson, lesson->stub)) names.insert(lesson->name);
    return names;
}

bool is_stub(const Course& course, const Lesson& lesson, const std::filesystem::path& file) {
    const auto text = file_text(file), stub = file_text(stub_copy(course, lesson));
    return text && stub && as_handed_out(*text) == as_handed_out(*stub);
}

std::filesystem::path stub_copy(const Course& course, const Lesson& lesson) {
    return course.root / "checker" / "stubs" / (lesson.name + ".stub");
}

std::filesystem::path reset_stub(const Course& course, const Lesson& lesson) {
    const std::string text = handed_out(course, lesson);
    if (file_text(lesson.stub) == text) {
        throw UserError(fmt::format("{} is as it was handed out: there is nothing to reset.",
                                    shown_path(course, lesson.stub)));
    }
    std::filesystem::path kept;
    if (std::filesystem::exists(lesson.stub)) kept = keep_copy(course, lesson.name, lesson.stub);
    if (const auto error = replace_file(lesson.stub, text)) {
        throw UserError(fmt::format("{} cannot be written ({}).", shown_path(course, lesson.stub),
                                    error.message()));
    }
    return kept;
}

} // namespace workbook::cli
