// What one unit of each kind of work weighs against the others: about how many cycles of one
// multiprocessor it takes on a large GPU of today. They only decide which launch is shown, in which
// order remarks and differences are listed, and which of those are too small to mention.
#pragma once

namespace workbook::cli::cycles_of_one {

inline constexpr double warp_instruction = 0.25;
inline constexpr double sector = 2;          // of global or local memory
inline constexpr double repeated_sector = 1; // one that was read before: a cache may have it
inline constexpr double turn = 1;            // of a bank, of constant memory, of lanes that meet
inline constexpr double global_atomic = 2;   // of a lane
inline constexpr double shared_atomic = 1;   // of a lane
inline constexpr double barrier = 30;        // of a block

} // namespace workbook::cli::cycles_of_one
