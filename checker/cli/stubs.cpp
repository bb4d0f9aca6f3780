#include "cli/stubs.hpp"

#include "cli/process.hpp"

#include <sstream>

namespace workbook::cli {

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
    std::vector<std::filesystem::path> files;
    for (const Lesson* lesson : lessons) files.push_back(lesson->stub);
    const auto hashes = sha256_of(course, files);
    for (const Lesson* lesson : lessons) {
        const auto found = hashes.find(lesson->stub);
        if (found != hashes.end() && found->second == lesson->stub_sha256)
            names.insert(lesson->name);
    }
    return names;
}

} // namespace workbook::cli
