#include "cli/submission/layout.hpp"

#include "cli/formats/safe_text.hpp"

#include <fmt/core.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <set>

namespace workbook::cli {
namespace {

constexpr std::size_t most_names_of_folder = 1000; // of a folder; a hostile one may have millions
constexpr int most_wrapping_folders = 4;

Descriptor open_below(int parent, const std::string& name) {
    return Descriptor(
        openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool has_name(int folder, const std::string& name) {
    struct stat status {};
    return fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// Whether any lesson's file, or a folder on the way to one, is there.
bool has_lessons(const Course& course, int folder) {
    std::set<std::string> names;
    for (const auto& name : visible_names(folder)) names.insert(small_letters(name));
    return std::ranges::any_of(course.lessons, [&](const Lesson& lesson) {
        return has_name(folder, lesson.part) || has_name(folder, lesson.name) ||
               names.contains(lesson.stub.filename().string());
    });
}

// Opens the only folder in `folder`; nothing if there are several, or no folder.
Descriptor only_folder_in(int folder) {
    Descriptor only;
    for (const auto& name : visible_names(folder)) {
        if (name == "__MACOSX") continue; // what macOS adds to an archive
        Descriptor found = open_below(folder, name);
        if (found && only) return Descriptor();
        if (found) only = std::move(found);
    }
    return only;
}

// With a slash at the end, open() would follow a link in spite of O_NOFOLLOW.
std::filesystem::path without_slash(const std::filesystem::path& folder) {
    auto path = std::filesystem::absolute(folder).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

Descriptor open_root(const std::filesystem::path& folder) {
    const auto path = without_slash(folder);
    Descriptor root(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const int error = errno;
    std::error_code ignored;
    if (!root && std::filesystem::is_symlink(path, ignored))
        throw UserError(fmt::format("{} is a symbolic link, which may lead to another student's "
                                    "files, so it is not taken for a submission. Name the folder "
                                    "itself.",
                                    safe_line(folder.string())));
    if (!root)
        throw UserError(
            fmt::format("{}: {}. Name the folder with the student's files, the one that has "
                        "exercises/ in it.",
                        safe_line(folder.string()), std::strerror(error)));
    return root;
}

} // namespace

std::vector<std::string> visible_names(int folder) {
    std::vector<std::string> names;
    DIR* stream = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (stream == nullptr) return names;
    while (const dirent* entry = readdir(stream)) {
        if (names.size() >= most_names_of_folder) break;
        if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
    }
    closedir(stream);
    std::ranges::sort(names); // a file system has an order of its own
    return names;
}

std::string small_letters(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string name_in_other_case(int folder, const std::string& name) {
    std::string found;
    for (const auto& other : visible_names(folder)) {
        if (other == name || small_letters(other) != small_letters(name)) continue;
        if (!found.empty()) return "";
        found = other;
    }
    return found;
}

std::vector<std::vector<std::string>> places_of(const Lesson& lesson) {
    return {{lesson.part, lesson.name}, {lesson.name}, {}};
}

Descriptor open_submission(const Course& course, const std::filesystem::path& folder) {
    Descriptor root = open_root(folder);
    for (int depth = 0;; ++depth) {
        Descriptor exercises = open_below(root.number(), "exercises");
        if (exercises) return exercises;
        if (errno != ENOENT)
            throw UserError(fmt::format("{}: its \"exercises\" is a link or no folder; links are "
                                        "not followed.",
                                        safe_line(folder.string())));
        if (has_lessons(course, root.number()) || depth == most_wrapping_folders) return root;
        Descriptor inner = only_folder_in(root.number());
        if (!inner) return root;
        root = std::move(inner);
    }
}

} // namespace workbook::cli
