#include "cli/book/folder.hpp"

#include "cli/course.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

namespace workbook::cli::book {
namespace {

namespace fs = std::filesystem;

// It marks a folder as a book, and lists its files.
constexpr const char* mark_file = "files_of_the_book.txt";
constexpr const char* mark_words = "`./workbook book` made these files and replaces them:";

// Without a "/" at its end, and what a symbolic link leads to.
fs::path real_path(const fs::path& folder) {
    std::error_code ignored;
    fs::path path = fs::weakly_canonical(fs::absolute(folder), ignored);
    if (path.empty()) path = fs::absolute(folder).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

std::set<std::string> files_of_book(const fs::path& folder) {
    std::istringstream lines(file_text(folder / mark_file).value_or(""));
    std::set<std::string> files;
    std::string line;
    if (!std::getline(lines, line) || line != mark_words) return files;
    files.insert(mark_file);
    while (std::getline(lines, line)) files.insert(line);
    return files;
}

// A new folder beside `target`, gone with all that is in it when this goes.
class FolderBeside {
  public:
    explicit FolderBeside(const fs::path& target) {
        const fs::path parent = target.parent_path();
        std::string name = (parent / ("." + target.filename().string() + "-XXXXXX")).string();
        if (mkdtemp(name.data()) == nullptr)
            throw UserError(fmt::format("No folder can be made in {} ({}), so there is no book. "
                                        "Name a folder in one that you may write to.",
                                        parent.string(), std::strerror(errno)));
        path_ = name;
    }
    ~FolderBeside() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    FolderBeside(const FolderBeside&) = delete;
    FolderBeside& operator=(const FolderBeside&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

void write_file(const fs::path& file, const std::string& text) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    errno = 0;
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream)
        throw UserError(fmt::format("{} cannot be written ({}), so the book is not made and what "
                                    "was there before is as it was. Is the disk full?",
                                    file.string(), std::strerror(errno)));
}

// As readable as the folder that it replaces, or as a new folder of this user's.
void set_permissions(const fs::path& fresh, const fs::path& target) {
    struct stat status {};
    const mode_t mask = umask(0);
    umask(mask);
    const mode_t mode = stat(target.c_str(), &status) == 0 ? status.st_mode & 07777 : 0777 & ~mask;
    chmod(fresh.c_str(), mode);
}

// What was at `target` is at `fresh` afterwards.
int exchange(const fs::path& fresh, const fs::path& target) {
    if (!fs::exists(target)) return rename(fresh.c_str(), target.c_str());
    if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    // A file system that cannot exchange two names.
    const fs::path old = fresh.string() + "-old";
    if (rename(target.c_str(), old.c_str()) != 0) return -1;
    if (rename(fresh.c_str(), target.c_str()) == 0) return rename(old.c_str(), fresh.c_str());
    const int why = errno;
    rename(old.c_str(), target.c_str());
    errno = why;
    return -1;
}

} // namespace

void require_replaceable(const fs::path& folder) {
    const fs::path target = real_path(folder);
    const std::string name = folder.string();
    if (!fs::exists(fs::symlink_status(target))) {
        if (fs::is_directory(target.parent_path())) return;
        throw UserError(fmt::format("{} is not there. Make it, then the book can be in it.",
                                    target.parent_path().string()));
    }
    if (!fs::is_directory(target))
        throw UserError(fmt::format("{} is a file. Name a folder for the book.", name));
    const auto own = files_of_book(target);
    for (fs::recursive_directory_iterator entry(target), end; entry != end; ++entry) {
        if (own.empty())
            throw UserError(fmt::format("{} has files in it and is no book. Name an empty folder, "
                                        "or one that is not there yet.",
                                        name));
        const std::string file = entry->path().lexically_relative(target).generic_string();
        if (!entry->is_directory() && !own.contains(file))
            throw UserError(fmt::format("{} has a file that is not the book's: {}. Move it "
                                        "elsewhere: a new book replaces the whole folder.",
                                        name, file));
    }
}

void write_book(const fs::path& folder, Files files) {
    require_replaceable(folder);
    const fs::path target = real_path(folder);
    std::string list = std::string(mark_words) + "\n";
    for (const auto& [address, text] : files) list += address + "\n";
    files[mark_file] = list;
    const FolderBeside fresh(target);
    for (const auto& [address, text] : files) {
        throw_if_interrupted();
        write_file(fresh.path() / address, text);
    }
    set_permissions(fresh.path(), target);
    require_replaceable(folder); // something may have come there meanwhile
    if (exchange(fresh.path(), target) != 0)
        throw UserError(fmt::format("{} cannot be replaced ({}). It is as it was.", folder.string(),
                                    std::strerror(errno)));
}

} // namespace workbook::cli::book
