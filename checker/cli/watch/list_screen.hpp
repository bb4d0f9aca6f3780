// The list of lessons as a screen.
#pragma once

#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

std::vector<std::string> draw_list(const Model& model, const Look& look);

} // namespace workbook::cli::watch
