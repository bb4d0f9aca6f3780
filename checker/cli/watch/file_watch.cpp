#include "cli/watch/file_watch.hpp"

#include <fmt/core.h>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace workbook::cli::watch {
namespace {

// Written and closed, moved or linked into place; or the folder itself is another.
constexpr std::uint32_t of_interest = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE |
                                      IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

} // namespace

FileWatch::FileWatch(std::vector<std::filesystem::path> files, bool poll)
    : files_(std::move(files)), seen_(look()) {
    if (!poll) descriptor_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    watch_folders();
}

FileWatch::~FileWatch() {
    if (descriptor_ >= 0) close(descriptor_);
}

std::chrono::milliseconds FileWatch::interval() const {
    return std::chrono::milliseconds(descriptor_ >= 0 ? 1000 : 200);
}

// Adding a folder again costs nothing, and finds the one that took the place of another.
void FileWatch::watch_folders() {
    if (descriptor_ < 0) return;
    std::set<std::filesystem::path> folders;
    for (const auto& file : files_) folders.insert(file.parent_path());
    const bool all = std::ranges::all_of(folders, [&](const std::filesystem::path& folder) {
        return inotify_add_watch(descriptor_, folder.c_str(), of_interest) >= 0;
    });
    if (all) return;
    close(descriptor_); // too many watches on this machine, or no such folder
    descriptor_ = -1;
}

bool FileWatch::has_changed() {
    alignas(inotify_event) char events[4096];
    while (descriptor_ >= 0 && read(descriptor_, events, sizeof events) > 0) {
    }
    watch_folders();
    std::string now = look();
    const bool changed = now != seen_;
    seen_ = std::move(now);
    return changed;
}

// ctime: a save changes it whatever the editor does about the other times.
std::string FileWatch::look() const {
    std::string all;
    for (const auto& file : files_) {
        struct stat status {};
        if (stat(file.c_str(), &status) != 0) {
            all += "none\n";
            continue;
        }
        all += fmt::format("{}:{} {} {}.{} {}.{}\n", status.st_dev, status.st_ino, status.st_size,
                           status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                           status.st_ctim.tv_nsec);
    }
    return all;
}

} // namespace workbook::cli::watch
