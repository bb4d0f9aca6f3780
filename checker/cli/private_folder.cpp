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
#include <string>
#include <vector>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* private_pattern = "workbook-XXXXXX";

Descriptor open_private(const fs::path& folder) {
    return Descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_private_name(const std::string& name) {
    const std::string prefix = "workbook-";
    return name.size() == std::string(private_pattern).size() && name.starts_with(prefix) &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0; });
}

bool is_ours(int folder) {
    struct stat status {};
    return fstat(folder, &status) == 0 && status.st_uid == geteuid();
}

fs::path temporary_folder() {
    std::error_code error;
    fs::path folder = fs::temp_directory_path(error);
    if (error) {
        const char* named = std::getenv("TMPDIR");
        throw UserError(
            fmt::format("There is no folder {}: name another one in TMPDIR, or unset it.",
                        named ? named : "/tmp"));
    }
    return folder;
}

} // namespace

PrivateFolder::PrivateFolder() {
    for (;;) {
        std::string name = (temporary_folder() / private_pattern).string();
        if (mkdtemp(name.data()) == nullptr) {
            throw UserError(fmt::format("No folder can be made in {}: free some space there, or "
                                        "name another one in TMPDIR.",
                                        temporary_folder().string()));
        }
        path_ = name;
        lock_ = open_private(path_);
        while (flock(lock_.number(), LOCK_EX) != 0 && errno == EINTR) {
        }
        // In the moment before, another process may have taken it for an abandoned one.
        struct stat status {};
        const bool is_there =
            lock_ ? fstat(lock_.number(), &status) != 0 || status.st_nlink > 0 : fs::exists(path_);
        if (is_there) return;
    }
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::size_t remove_abandoned_folders() {
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::directory_iterator entry(fs::temp_directory_path(error), error), end;
         !error && entry != end; entry.increment(error))
        if (is_private_name(entry->path().filename().string())) folders.push_back(entry->path());
    std::size_t count = 0;
    for (const auto& path : folders) {
        const Descriptor folder = open_private(path);
        const bool abandoned =
            folder && is_ours(folder.number()) && flock(folder.number(), LOCK_EX | LOCK_NB) == 0;
        if (!abandoned) continue;
        fs::remove_all(path, error);
        if (!error) ++count;
    }
    return count;
}

} // namespace workbook::cli
