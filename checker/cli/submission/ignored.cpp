#include "cli/submission/ignored.hpp"

#include "cli/descriptor.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/submission/layout.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
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

bool is_source(const std::string& name) { return small_letters(name).ends_with(".cu"); }

// "Square (1).cu", "square-1.cu", "square.cu.txt" for "square.cu"; not "square_root.cu".
bool is_similar(const std::string& name, const std::string& wanted) {
    const std::string stem = wanted.substr(0, wanted.rfind('.')), small = small_letters(name);
    if (!small.starts_with(stem)) return false;
    const std::string rest = small.substr(stem.size());
    return !rest.empty() && rest.find(".cu") != std::string::npos &&
           std::isalnum(static_cast<unsigned char>(rest[0])) == 0 && rest[0] != '_';
}

// The first such file in a folder or a few below it. It looks at `names` names at most: a hostile
// folder has millions.
template <typename IsWanted>
std::string first_file(int folder, const IsWanted& is_wanted, int depth, int& names) {
    for (const auto& name : visible_names(folder)) {
        if (--names < 0 || depth == 0) return "";
        if (is_wanted(name)) return name;
        const Descriptor inner(
            openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!inner) continue;
        if (const auto found = first_file(inner.number(), is_wanted, depth - 1, names);
            !found.empty())
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
    return safe_line(first_file(exercises, is_source, 8, names));
}

std::string similar_source(int exercises, const std::string& name) {
    int names = 1000;
    return safe_line(first_file(
        exercises, [&](const auto& other) { return is_similar(other, name); }, 8, names));
}

} // namespace workbook::cli
