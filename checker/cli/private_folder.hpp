// A folder for a short time.
#pragma once

#include "cli/descriptor.hpp"

#include <filesystem>

namespace workbook::cli {

// A folder with a random name, for its owner only; gone, with all that is in it,
// when this goes. Throws UserError where none can be made.
class PrivateFolder {
  public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    Descriptor lock_; // held as long as we live: the kernel lets go of it, whatever ends us
};

// Removes what PrivateFolders of killed processes have left in the temporary folder: folders of
// ours with such a name whose lock no process holds. Returns how many; what cannot be removed
// stays.
std::size_t remove_abandoned_folders();

} // namespace workbook::cli
