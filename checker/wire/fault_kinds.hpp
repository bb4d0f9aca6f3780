// The kinds of faults (fault_kinds.def), for the virtual GPU that writes their names into a trace
// and for the harness that reads them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workbook::wire {

enum class FaultKind : std::uint8_t {
#define WORKBOOK_FAULT_KIND(name) name,
#include "wire/fault_kinds.def"
#undef WORKBOOK_FAULT_KIND
};

inline constexpr auto fault_kind_names = std::to_array<std::string_view>({
#define WORKBOOK_FAULT_KIND(name) #name,
#include "wire/fault_kinds.def"
#undef WORKBOOK_FAULT_KIND
});

// "invalid_write"
constexpr std::string_view name_of(FaultKind kind) {
    const auto number = static_cast<std::size_t>(kind);
    return number < fault_kind_names.size() ? fault_kind_names[number] : "unknown";
}

// Whether a fault of that name is an access to memory that is not there, or not the thread's.
constexpr bool is_invalid_access(std::string_view kind) {
    using enum FaultKind;
    return kind == name_of(invalid_read) || kind == name_of(invalid_write) ||
           kind == name_of(invalid_atomic);
}

} // namespace workbook::wire
