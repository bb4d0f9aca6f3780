// The list of lessons as a screen.
#pragma once

#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

std::vector<std::string> draw_list(const Model& model, const Display& display);

} // namespace workbook::cli::watch
