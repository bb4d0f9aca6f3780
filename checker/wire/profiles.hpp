// The cards that the virtual GPU can stand for (WORKBOOK_PROFILE), by the names that a person
// types.
#pragma once

#include <array>
#include <string_view>

namespace workbook::wire {

inline constexpr std::array<std::string_view, 4> profiles = {"t4", "a100", "h200", "rtx4090"};
inline constexpr int most_devices = 8; // WORKBOOK_DEVICES

} // namespace workbook::wire
