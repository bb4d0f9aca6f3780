#include "cli/private_folder.hpp"

#include "cli/course.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view private_pattern = ".workbook-private-XXXXXX", random_part = "XXXXXX";
constexpr const char* mark_file = ".workbook-private";
constexpr std::string_view mark_words =
    "`workbook` made this folder for a short time and removes it with all that is in it.\n";

Descriptor open_private(const fs::path& folder) {
    return Descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_private_name(std::string_view name) {
    const auto prefix = private_pattern.substr(0, private_pattern.size() - random_part.size());
    if (!name.starts_with(prefix) || name.size() != private_pattern.size()) return false;
    name.remove_prefix(prefix.size());
    return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0; });
}

// Whether a file is ours and has no more permissions than `most`.
bool is_ours_alone(const struct stat& status, mode_t most) {
    return status.st_uid == geteuid() && (status.st_mode & 07777u & ~most) == 0;
}

bool is_marked(int folder) {
    struct stat status {};
    const Descriptor mark(
        openat(folder, mark_file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    std::string words(mark_words.size(), '\0');
    return mark && fstat(mark.number(), &status) == 0 && S_ISREG(status.st_mode) &&
           is_ours_alone(status, 0600) && status.st_size == static_cast<off_t>(mark_words.size()) &&
           pread(mark.number(), words.data(), words.size(), 0) ==
               static_cast<ssize_t>(words.size()) &&
           words == mark_words;
}

bool make_mark(int folder) {
    const Descriptor mark(
        openat(folder, mark_file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    return mark && fchmod(mark.number(), 0600) == 0 &&
           write(mark.number(), mark_words.data(), mark_words.size()) ==
               static_cast<ssize_t>(mark_words.size());
}

fs::path temporary_folder() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error) {
        const char* named = std::getenv("TMPDIR");
        throw UserError(
            fmt::format("There is no folder {}: name another one in TMPDIR, or unset it.",
                        named ? named : "/tmp"));
    }
    return fs::absolute(folder).lexically_normal();
}

// The mark goes last: if this process is killed, the rest of the folder is still recognised.
bool remove_marked_folder(const fs::path& path) {
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().filename() != mark_file) entries.push_back(entry->path());
    bool is_empty = !error;
    for (const auto& entry : entries) {
        fs::remove_all(entry, error);
        is_empty = is_empty && !error;
    }
    return is_empty && unlink((path / mark_file).c_str()) == 0 && rmdir(path.c_str()) == 0;
}

// Whether a process is gone that made this folder. `lock` gets hold of it, so that no other process
// removes it, too.
bool is_abandoned(const fs::path& path, Descriptor& lock) {
    struct stat status {};
    lock = open_private(path);
    return lock && fstat(lock.number(), &status) == 0 && is_ours_alone(status, 0711) &&
           flock(lock.number(), LOCK_EX | LOCK_NB) == 0 && is_marked(lock.number());
}

bool has_any_of(const fs::path& folder, const std::vector<fs::path>& needed) {
    std::error_code error;
    const auto real = fs::canonical(folder, error);
    return error || std::ranges::any_of(needed, [&](const fs::path& path) {
               const auto way = fs::weakly_canonical(path, error).lexically_relative(real);
               return !way.empty() && *way.begin() != "..";
           });
}

} // namespace

void settle_temporary_folder() {
    for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || value[0] == '/') continue;
        std::error_code error;
        const auto folder = fs::absolute(value, error);
        if (value[0] == '\0')
            unsetenv(name);
        else if (!error)
            setenv(name, folder.c_str(), 1);
    }
}

PrivateFolder::PrivateFolder() {
    const fs::path parent = temporary_folder();
    std::string name = (parent / private_pattern).string();
    const bool is_made = mkdtemp(name.data()) != nullptr;
    // Whatever the umask is.
    if (is_made && chmod(name.c_str(), 0700) == 0) lock_ = open_private(name);
    if (lock_) {
        while (flock(lock_.number(), LOCK_EX) != 0 && errno == EINTR) {
        }
        path_ = name;
        if (make_mark(lock_.number())) return;
    }
    const int reason = errno;
    if (lock_) unlinkat(lock_.number(), mark_file, 0);
    if (is_made) rmdir(name.c_str());
    throw UserError(fmt::format("No folder can be made in {} ({}): free some space there, or name "
                                "another one in TMPDIR.",
                                parent.string(), std::strerror(reason)));
}

PrivateFolder::~PrivateFolder() { remove_marked_folder(path_); }

std::size_t remove_abandoned_folders(const std::vector<fs::path>& needed) {
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::directory_iterator entry(fs::temp_directory_path(error), error), end;
         !error && entry != end; entry.increment(error))
        if (is_private_name(entry->path().filename().string())) folders.push_back(entry->path());
    std::size_t count = 0;
    for (const auto& path : folders) {
        Descriptor lock;
        if (is_abandoned(path, lock) && !has_any_of(path, needed) && remove_marked_folder(path))
            ++count;
    }
    return count;
}

} // namespace workbook::cli
