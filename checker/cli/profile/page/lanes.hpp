// The part of a profile page that shows which lanes of a warp are on in each line.
#pragma once

#include "cli/profile/page/parts.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace workbook::cli {

// A heading and the place for the script's picture; a sentence where no lane stands aside; "" where
// no warp was kept.
std::string lanes_part(const PageLaunch& shown);

// The warps that were kept, the one whose lanes stand aside most first; `room` and `left_out` as
// lines_data() has them. Empty where no lane stands aside.
nlohmann::json lanes_data(const PageLaunch& shown, std::size_t& room, std::string& left_out);

} // namespace workbook::cli
