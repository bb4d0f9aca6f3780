// What an update does to each file: decided before anything is changed.
#pragma once

#include "cli/update/update.hpp"

namespace workbook::cli {

// All but where the replaced files are kept. Throws UserError if the new version cannot be taken.
UpdateReport plan_update(const Course& course, const NewVersion& version);

} // namespace workbook::cli
