#include "cli/private_folder.hpp"

#include "cli/course.hpp"

#include <fmt/core.h>

#include <stdlib.h>

namespace workbook::cli {

PrivateFolder::PrivateFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "workbook-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw UserError(fmt::format("No folder can be made in {}: free some space there, or name "
                                    "another one in TMPDIR.",
                                    std::filesystem::temp_directory_path().string()));
    }
    path_ = name;
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace workbook::cli
