#include "cli/submission/take.hpp"

#include "cli/descriptor.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/submission/ignored.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes_of_file = 1 << 20;

// A folder's own part of the way; what is wrong with it goes to `reason`.
Descriptor open_folder(int parent, const std::string& name, const std::string& shown,
                       TakenFile& file) {
    Descriptor folder(
        openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder) return folder;
    file.missing = errno == ENOENT;
    file.reason = errno == ELOOP || errno == ENOTDIR
                      ? fmt::format("{} is a link or a file, where a folder should be; links are "
                                    "not followed.",
                                    shown)
                      : fmt::format("{} cannot be opened ({}).", shown, std::strerror(errno));
    return folder;
}

// Without waiting for anything: a pipe's open would.
Descriptor open_file(int parent, const std::string& name, const std::string& shown,
                     TakenFile& file) {
    Descriptor source(
        openat(parent, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status {};
    if (!source) {
        file.missing = errno == ENOENT;
        file.reason =
            errno == ELOOP
                ? fmt::format("{} is a symbolic link; only a regular file is taken.", shown)
                : fmt::format("{} cannot be opened ({}).", shown, std::strerror(errno));
    } else if (fstat(source.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        file.reason = fmt::format("{} is no regular file.", shown);
        return Descriptor();
    } else if (static_cast<std::size_t>(status.st_size) > most_bytes_of_file) {
        file.reason = fmt::format("{} is larger than a mebibyte.", shown);
        return Descriptor();
    }
    return source;
}

// Nothing if it grows beyond the limit while it is read.
std::optional<std::string> read_up_to_limit(int source) {
    std::string text;
    char buffer[65536];
    for (ssize_t count; (count = read(source, buffer, sizeof buffer)) != 0;) {
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return std::nullopt;
        text.append(buffer, static_cast<std::size_t>(count));
        if (text.size() > most_bytes_of_file) return std::nullopt;
    }
    return text;
}

void write_copy(const std::string& text, const std::filesystem::path& copy) {
    const Descriptor target(
        open(copy.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!target ||
        write(target.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        throw UserError(fmt::format("{} cannot be written ({}): free some space there.",
                                    copy.string(), std::strerror(errno)));
}

TakenFile take_file(const Lesson& lesson, int exercises, const std::filesystem::path& copy,
                    std::vector<std::string>& warnings) {
    TakenFile file;
    const std::string name = lesson.stub.filename().string();
    const std::string shown = fmt::format("exercises/{}/{}/{}", lesson.part, lesson.name, name);
    const auto part = open_folder(exercises, lesson.part, "exercises/" + lesson.part, file);
    if (!part) return file;
    const auto folder = open_folder(part.number(), lesson.name,
                                    fmt::format("exercises/{}/{}", lesson.part, lesson.name), file);
    if (!folder) return file;
    const auto source = open_file(folder.number(), name, shown, file);
    if (!source) return file;
    const auto text = read_up_to_limit(source.number());
    if (!text) {
        file.reason = fmt::format("{} cannot be read to its end.", shown);
        return file;
    }
    write_copy(*text, copy);
    file.copy = copy;
    struct stat status {};
    if (fstat(source.number(), &status) == 0 && status.st_nlink > 1)
        warnings.push_back(
            fmt::format("{} is a file of {} names (hard links), so it may be another's, too.",
                        shown, status.st_nlink));
    return file;
}

// Without what would have the system look behind a link: "ada/", "ada/.".
fs::path without_slash(const fs::path& folder) {
    const auto path = folder.lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

Descriptor open_submission(const fs::path& folder) {
    return Descriptor(
        open(without_slash(folder).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

} // namespace

Submission take_submission(const Course& course, const std::vector<const Lesson*>& lessons,
                           const std::filesystem::path& folder,
                           const std::filesystem::path& staging) {
    const Descriptor root = open_submission(folder);
    if (!root && (errno == ELOOP || fs::is_symlink(without_slash(folder))))
        throw UserError(
            fmt::format("--submission {}: this is a link, maybe to another's work; links "
                        "are not followed. Name the folder itself.",
                        safe_line(folder.string())));
    if (!root)
        throw UserError(
            fmt::format("--submission {}: {}. Name the folder with the student's files, "
                        "the one that has exercises/ in it.",
                        safe_line(folder.string()), std::strerror(errno)));
    Descriptor exercises(
        openat(root.number(), "exercises", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!exercises && errno != ENOENT)
        throw UserError(fmt::format("--submission {}: its \"exercises\" is a link or no folder; "
                                    "links are not followed.",
                                    safe_line(folder.string())));
    const int top = exercises ? exercises.number() : root.number();
    Submission submission;
    for (const Lesson* lesson : lessons) {
        auto& file = submission.files[lesson->name] =
            take_file(*lesson, top, staging / (lesson->name + ".cu"), submission.warnings);
        if (file.missing)
            file.reason = fmt::format("The submission has no file exercises/{}/{}/{}.",
                                      lesson->part, lesson->name, lesson->stub.filename().string());
    }
    if (std::ranges::all_of(submission.files, [](const auto& row) { return row.second.missing; }))
        submission.warnings.push_back(
            "The submission has the file of none of these lessons. If they lie deeper (an unpacked "
            "archive is often a folder in a folder), --submission must name the folder that has "
            "exercises/ in it.");
    if (const auto warning = ignored_files(course, lessons, top); !warning.empty())
        submission.warnings.push_back(warning);
    return submission;
}

} // namespace workbook::cli
