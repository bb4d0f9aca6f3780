// A folder for a short time.
#pragma once

#include "cli/descriptor.hpp"

#include <filesystem>
#include <vector>

namespace workbook::cli {

// Makes TMPDIR, and what else names the temporary folder, absolute for this process and those that
// it starts, which work in other folders. Removes an empty name.
void settle_temporary_folder();

// A folder with a random name in the temporary folder, for its owner only; gone, with all that is
// in it, when this goes. Throws UserError where none can be made.
//
// A file of a hidden name in it marks it as one of these.
class PrivateFolder {
  public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    // Absolute.
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    Descriptor lock_; // held as long as we live: the kernel lets go of it, whatever ends us
};

// Removes what PrivateFolders of killed processes have left in the temporary folder: marked folders
// of ours whose lock no process holds, but none in which one of `needed` lies. Returns how many;
// what cannot be removed stays.
std::size_t remove_abandoned_folders(const std::vector<std::filesystem::path>& needed = {});

} // namespace workbook::cli
