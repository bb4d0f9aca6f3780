// A folder for a short time.
#pragma once

#include <filesystem>

namespace workbook::cli {

// A folder that nobody else knows the name of, for its owner only; gone, with all that is in it,
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
};

} // namespace workbook::cli
