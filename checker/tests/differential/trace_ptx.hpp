// Recording what each instruction leaves in its register: two devices' records, laid side by side,
// show the first instruction that differs.
#pragma once

#include <cstdint>

namespace differential {

inline constexpr unsigned trace_capacity = 2000; // values a thread; later ones are not recorded
inline constexpr unsigned trace_words = 1 + 2 * trace_capacity; // their number, then id and value
inline constexpr unsigned trace_ids_per_function = 10000;
inline constexpr const char* trace_variable = "trace_buffer"; // holds where the records lie

} // namespace differential
