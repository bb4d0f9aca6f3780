// How a check program tells the `workbook` program what it has profiled: the fields of a profile
// file that are not a trace's (trace_fields.def). docs/reference/profile.md says what they mean.
#pragma once

namespace workbook::wire {

inline constexpr char profile_format[] = "workbook-profile/1";

namespace profile_field {
inline constexpr char format[] = "format";
inline constexpr char lesson[] = "lesson";
inline constexpr char tree[] = "tree";
inline constexpr char seed[] = "seed";
inline constexpr char call_count[] = "call_count";
inline constexpr char launch_count[] = "launch_count";
inline constexpr char fault_count[] = "fault_count";
// A list of objects; of each:
inline constexpr char calls[] = "calls";
inline constexpr char number[] = "number"; // of the call, and of a launch
inline constexpr char case_of_call[] = "case";
inline constexpr char function[] = "function"; // of the call, and of PTX
inline constexpr char returned[] = "returned";
inline constexpr char measured[] = "measured";
inline constexpr char for_a_promise[] = "for_a_promise";
inline constexpr char problem[] = "problem";
// A list of a trace's launches; besides its fields each has a number and:
inline constexpr char launches[] = "launches";
inline constexpr char call[] = "call"; // its number; of faults and orders, too
inline constexpr char lines_left_out[] = "lines_left_out";
inline constexpr char series_left_out[] = "series_left_out";
// Lists of a trace's faults, and of its events in their order, for each call:
inline constexpr char faults[] = "faults";
inline constexpr char orders[] = "orders";
inline constexpr char left_out[] = "left_out";
// A list of functions; of each:
inline constexpr char ptx[] = "ptx";
inline constexpr char lines[] = "lines";
} // namespace profile_field

} // namespace workbook::wire
