// The keys of the list of lessons.
#pragma once

#include "cli/watch/press.hpp"

namespace workbook::cli::watch {

Order press_list(Model& model, const Key& key, const Display& display);

} // namespace workbook::cli::watch
