// Notices that a file has been saved, in place or by renaming a new one over it.
//
// inotify only says when to look; whether a file has changed is seen from the file itself. So what
// inotify is silent about (network file systems, what a symbolic link leads to) is noticed all the
// same, a second later.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace workbook::cli::watch {

class FileWatch {
  public:
    // Files that do not exist yet are watched as well. `poll`: without inotify.
    FileWatch(std::vector<std::filesystem::path> files, bool poll);
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    // Readable when it is worth looking; -1 without inotify. Look every `interval` in any case.
    int descriptor() const { return descriptor_; }
    std::chrono::milliseconds interval() const;

    // Whether any file is another than when last asked.
    bool has_changed();

  private:
    std::string look() const;
    void watch_folders();

    std::vector<std::filesystem::path> files_;
    std::string seen_;
    int descriptor_ = -1;
};

} // namespace workbook::cli::watch
