// One at a time in a build folder.
#pragma once

#include <filesystem>

namespace workbook::cli {

// Held while something in the folder is changed; others, in this process or another, wait for it.
// The kernel releases it if we are killed. Throws UserError where the folder cannot be written, and
// Interrupted.
class FolderLock {
  public:
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int descriptor_;
};

} // namespace workbook::cli
