#include "cli/submission/ignored.hpp"

#include "cli/descriptor.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/submission/layout.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace workbook::cli {
namespace {

// Whether the course has the very same file.
bool is_the_courses(int folder, const std::string& name, const std::filesystem::path& own) {
    const Descriptor file(
        openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status {};
    std::error_code error;
    const auto size = std::filesystem::file_size(own, error);
    if (!file || error || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
        static_cast<std::uintmax_t>(status.st_size) != size || size > (1 << 20))
        return false;
    std::ifstream stream(own, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::string other(text.size(), '\0');
    return pread(file.number(), other.data(), other.size(), 0) ==
               static_cast<ssize_t>(other.size()) &&
           other == text;
}

// The first .cu file in a folder or a few below it. It looks at `names` names at most: a hostile
// folder has millions.
std::string first_source(int folder, int depth, int& names) {
    for (const auto& name : visible_names(folder)) {
        if (--names < 0 || depth == 0) return "";
        if (name.ends_with(".cu")) return name;
        const Descriptor inner(
            openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!inner) continue;
        if (const auto found = first_source(inner.number(), depth - 1, names); !found.empty())
            return name + "/" + found;
    }
    return "";
}

} // namespace

std::string ignored_files(const Course& course, const std::vector<const Lesson*>& lessons,
                          int exercises) {
    std::size_t count = 0;
    std::string first;
    for (const Lesson* lesson : lessons) {
        const auto path = std::filesystem::path(lesson->part) / lesson->name;
        const Descriptor part(openat(exercises, lesson->part.c_str(),
                                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        const Descriptor folder(openat(part.number(), lesson->name.c_str(),
                                       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!part || !folder) continue;
        for (const auto& name : visible_names(folder.number())) {
            const auto own = course.root / "exercises" / path / name;
            if (name == lesson->stub.filename() || is_the_courses(folder.number(), name, own))
                continue;
            if (count++ == 0) first = safe_line((path / name).string());
        }
    }
    if (count == 0) return "";
    return fmt::format("Only the lessons' own .cu files are taken from the submission. Ignored "
                       "because the course's are used or because they are no part of it: {}{}",
                       first, count == 1 ? "." : fmt::format(" and {} more.", count - 1));
}

std::string some_source(int exercises) {
    int names = 1000;
    return safe_line(first_source(exercises, 8, names));
}

} // namespace workbook::cli
