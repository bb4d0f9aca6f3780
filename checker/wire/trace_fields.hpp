// The names of a trace's fields and of its events' types (trace_fields.def), and the directions of
// its copies, for those who write a trace and those who read it: a name that is spelled wrong does
// not compile.
#pragma once

#include <array>

namespace workbook::wire {

namespace trace_field {
#define WORKBOOK_TRACE_FIELD(name) inline constexpr char name[] = #name;
#define WORKBOOK_TRACE_EVENT(type)
#include "wire/trace_fields.def"
#undef WORKBOOK_TRACE_FIELD
#undef WORKBOOK_TRACE_EVENT
} // namespace trace_field

namespace trace_event {
#define WORKBOOK_TRACE_FIELD(name)
#define WORKBOOK_TRACE_EVENT(type) inline constexpr char type[] = #type;
#include "wire/trace_fields.def"
#undef WORKBOOK_TRACE_FIELD
#undef WORKBOOK_TRACE_EVENT
} // namespace trace_event

// What a copy's `direction` says.
namespace copy_direction {
inline constexpr char host_to_host[] = "host_to_host";
inline constexpr char host_to_device[] = "host_to_device";
inline constexpr char device_to_host[] = "device_to_host";
inline constexpr char device_to_device[] = "device_to_device";
} // namespace copy_direction

constexpr const char* direction_of_copy(bool from_device, bool to_device) {
    using namespace copy_direction;
    if (from_device) return to_device ? device_to_device : device_to_host;
    return to_device ? host_to_device : host_to_host;
}

inline constexpr auto all_trace_fields = std::to_array<const char*>({
#define WORKBOOK_TRACE_FIELD(name) trace_field::name,
#define WORKBOOK_TRACE_EVENT(type)
#include "wire/trace_fields.def"
#undef WORKBOOK_TRACE_FIELD
#undef WORKBOOK_TRACE_EVENT
});

inline constexpr auto all_trace_events = std::to_array<const char*>({
#define WORKBOOK_TRACE_FIELD(name)
#define WORKBOOK_TRACE_EVENT(type) trace_event::type,
#include "wire/trace_fields.def"
#undef WORKBOOK_TRACE_FIELD
#undef WORKBOOK_TRACE_EVENT
});

} // namespace workbook::wire
