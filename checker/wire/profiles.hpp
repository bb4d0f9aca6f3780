// The cards that the virtual GPU can stand for (WORKBOOK_PROFILE), by the names that a person
// types.
#pragma once

#include <array>
#include <string_view>

namespace workbook::wire {

inline constexpr auto profiles = std::to_array<std::string_view>({
#define WORKBOOK_CARD(profile, name) #profile,
#include "wire/cards.def"
});
inline constexpr int most_devices = 8; // WORKBOOK_DEVICES

} // namespace workbook::wire
