#include "cli/submission/take.hpp"

#include "cli/descriptor.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/submission/ignored.hpp"
#include "cli/submission/layout.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace workbook::cli {
namespace {

constexpr std::size_t most_bytes_of_file = 1 << 20;
constexpr const char* where_files_belong =
    "A file must have the name that the lesson gave it, and lie in exercises/, in the lesson's "
    "folder or in the submission's own.";

// Opens one folder on the way to a file; `file.reason` says what is wrong with it.
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

// Opens without waiting: the open() of a pipe would wait for a writer.
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
            : errno == ENXIO // a socket
                ? fmt::format("{} is no regular file.", shown)
                : fmt::format("{} cannot be opened ({}).", shown, std::strerror(errno));
    } else if (fstat(source.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        file.reason = fmt::format("{} is no regular file.", shown);
        return Descriptor();
    } else if (static_cast<std::size_t>(status.st_size) > most_bytes_of_file) {
        file.reason = fmt::format("{} is larger than a mebibyte.", shown);
        return Descriptor();
    }
    file.has_other_names = status.st_nlink > 1;
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

// From one of the places where it may be.
TakenFile take_from(const std::vector<std::string>& place, int top, const std::string& name,
                    const std::filesystem::path& copy) {
    TakenFile file;
    std::vector<Descriptor> folders;
    std::string shown = place.size() == 2 ? "exercises" : "";
    for (const auto& folder : place) {
        shown += (shown.empty() ? "" : "/") + folder;
        const int parent = folders.empty() ? top : folders.back().number();
        folders.push_back(open_folder(parent, folder, shown, file));
        if (!folders.back()) return file;
    }
    const int last = folders.empty() ? top : folders.back().number();
    const std::string before = shown + (shown.empty() ? "" : "/");
    file = take_regular_file(last, name, before + name, copy);
    if (!file.missing) return file;
    // Some systems do not tell capitals from small letters.
    const auto called = name_in_other_case(last, name);
    if (called.empty()) return file;
    file = take_regular_file(last, called, before + called, copy);
    file.called = safe_line(called);
    return file;
}

TakenFile take_file(const Lesson& lesson, int top, const std::filesystem::path& copy) {
    const std::string name = lesson.stub.filename().string();
    TakenFile file;
    for (const auto& place : places_of(lesson)) {
        file = take_from(place, top, name, copy);
        if (!file.missing) return file;
    }
    file.reason = fmt::format("The submission has no file exercises/{}/{}/{}.", lesson.part,
                              lesson.name, name);
    return file;
}

std::string warning_of_capitals(const Submission& submission) {
    std::vector<std::string> names;
    for (const auto& [lesson, file] : submission.files)
        if (!file.called.empty()) names.push_back(file.called);
    if (names.empty()) return "";
    return fmt::format("Taken, although capitals and small letters in their names differ from the "
                       "lessons': {}.",
                       fmt::join(names, ", "));
}

std::string warning_of_utf16(const Submission& submission) {
    std::vector<std::string> lessons;
    for (const auto& [lesson, file] : submission.files)
        if (file.is_utf16) lessons.push_back(lesson);
    if (lessons.empty()) return "";
    return fmt::format(
        "Text in UTF-16, which compilers do not read: {}. It has to be saved as UTF-8.",
        fmt::join(lessons, ", "));
}

// Files that were meant for lessons, as it seems.
std::string warning_of_misplaced(const std::vector<const Lesson*>& lessons,
                                 const Submission& submission, int top) {
    std::string first;
    int count = 0;
    for (const Lesson* lesson : lessons) {
        if (!submission.files.at(lesson->name).missing) continue;
        const auto name = lesson->stub.filename().string(), found = similar_source(top, name);
        if (!found.empty() && count++ == 0) first = fmt::format("{} for {}", found, name);
    }
    if (count == 0) return "";
    return fmt::format("Not taken: {}{}. {}", first,
                       count == 1 ? "" : fmt::format(", and {} more", count - 1),
                       where_files_belong);
}

// A submission with only one of its names may be a link to another student's file. A backup or a
// store that keeps equal files once makes such names, too, so no submission is refused for it.
std::string warning_of_names(const Submission& submission) {
    std::vector<std::string> lessons;
    for (const auto& [lesson, file] : submission.files)
        if (file.has_other_names) lessons.push_back(lesson);
    if (lessons.empty()) return "";
    return fmt::format("A file of the submission has other names on this disk (hard links), so it "
                       "may be another student's: {}.",
                       fmt::join(lessons, ", "));
}

std::string warning_of_nothing(int top) {
    if (visible_names(top).empty()) return "The submission has no file in it.";
    const auto other = some_source(top);
    return fmt::format("The submission has the file of none of these lessons{}. {}",
                       other.empty() ? "" : ", but others, such as " + other, where_files_belong);
}

} // namespace

TakenFile take_regular_file(int folder, const std::string& name, const std::string& shown,
                            const std::filesystem::path& copy) {
    TakenFile file;
    const auto source = open_file(folder, name, shown, file);
    if (!source) return file;
    const auto text = read_up_to_limit(source.number());
    if (!text) {
        file.reason = fmt::format("{} cannot be read to its end.", shown);
        return file;
    }
    write_copy(*text, copy);
    file.copy = copy;
    file.is_utf16 = text->starts_with("\xFF\xFE") || text->starts_with("\xFE\xFF");
    return file;
}

Submission take_submission(const Course& course, const std::vector<const Lesson*>& lessons,
                           const std::filesystem::path& folder,
                           const std::filesystem::path& staging) {
    const Descriptor opened = open_submission(course, folder);
    const int top = opened.number();
    Submission submission;
    for (const Lesson* lesson : lessons)
        submission.files[lesson->name] = take_file(*lesson, top, staging / (lesson->name + ".cu"));
    const auto misplaced = warning_of_misplaced(lessons, submission, top);
    const bool nothing =
        std::ranges::all_of(submission.files, [](const auto& row) { return row.second.missing; });
    for (const auto& warning : {nothing && misplaced.empty() ? warning_of_nothing(top) : misplaced,
                                warning_of_capitals(submission), warning_of_utf16(submission),
                                ignored_files(course, lessons, top), warning_of_names(submission)})
        if (!warning.empty()) submission.warnings.push_back(warning);
    return submission;
}

} // namespace workbook::cli
