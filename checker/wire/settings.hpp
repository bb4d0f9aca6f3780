// The environment variables by which a program, or `workbook run` for it, sets the virtual GPU up.
// vgpu/runtime/settings.hpp says what they mean.
#pragma once

namespace workbook::wire::setting {

inline constexpr char profile[] = "WORKBOOK_PROFILE";
inline constexpr char devices[] = "WORKBOOK_DEVICES";
inline constexpr char memory[] = "WORKBOOK_MEMORY";
inline constexpr char race_memory[] = "WORKBOOK_RACE_MEMORY";
inline constexpr char schedule_seed[] = "WORKBOOK_SCHEDULE_SEED";
inline constexpr char instruction_limit[] = "WORKBOOK_INSTRUCTION_LIMIT";
inline constexpr char checks[] = "WORKBOOK_CHECKS";
inline constexpr char trace_level[] = "WORKBOOK_TRACE_LEVEL";
inline constexpr char trace_file[] = "WORKBOOK_TRACE_FILE";
inline constexpr char frames[] = "WORKBOOK_FRAMES";
inline constexpr char error_descriptor[] = "WORKBOOK_ERROR_DESCRIPTOR";
inline constexpr char only[] = "WORKBOOK_ONLY";
inline constexpr char suppressions[] = "WORKBOOK_SUPPRESSIONS";

} // namespace workbook::wire::setting
