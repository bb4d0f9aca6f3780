// The checks of the virtual GPU, by the names that a person types (checks.def).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace workbook::wire {

enum class CheckReports : unsigned char { none, kept, filtered };

struct Check {
    std::string_view name;
    bool is_default = false;
    CheckReports reports = CheckReports::none;
};

inline constexpr auto checks = std::to_array<Check>({
#define WORKBOOK_CHECK(name, is_default, reports) {#name, is_default, CheckReports::reports},
#include "wire/checks.def"
});

// nullptr: there is none of that name.
constexpr const Check* find_check(std::string_view name) {
    const auto found = std::ranges::find(checks, name, &Check::name);
    return found == checks.end() ? nullptr : &*found;
}

// The names of those for which `wanted` is true, with commas between them.
template <class Wanted>
std::string check_names(const Wanted& wanted) {
    std::string names;
    for (const Check& check : checks)
        if (wanted(check)) names += (names.empty() ? "" : ",") + std::string(check.name);
    return names;
}

} // namespace workbook::wire
