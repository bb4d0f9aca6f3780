// How a check program tells the `workbook` program what came out: the fields of the result file,
// and the mark of what it says before its end.
#pragma once

namespace workbook::wire {

namespace result_field {
inline constexpr char lesson[] = "lesson";
inline constexpr char verdict[] = "verdict"; // of the lesson, and of a message
inline constexpr char points[] = "points";
inline constexpr char max_points[] = "max_points";
inline constexpr char device[] = "device";
inline constexpr char tree[] = "tree";
inline constexpr char seed[] = "seed";
inline constexpr char started[] = "started";
inline constexpr char in_doubt[] = "in_doubt"; // left out where it is not
inline constexpr char waited[] = "waited";     // also alone, in a file that is no result yet
inline constexpr char notes[] = "notes";
inline constexpr char gained[] = "gained";
inline constexpr char output[] = "output";
// A list of objects; of each:
inline constexpr char messages[] = "messages";
inline constexpr char case_of_message[] = "case";
inline constexpr char text[] = "text";
inline constexpr char file[] = "file";
inline constexpr char line[] = "line";
// A list of objects; of each:
inline constexpr char cases[] = "cases";
inline constexpr char name[] = "name";
inline constexpr char weight[] = "weight";
inline constexpr char passed[] = "passed";
} // namespace result_field

// Whether `waited`, the seconds without a processor, may be the reason that a limit was passed.
inline bool waited_much(double waited, double elapsed) { return waited > elapsed / 4; }

// In front of a line of the check program's output that says what is known while it still runs.
inline constexpr char early_finding_mark[] = "so far: ";

} // namespace workbook::wire
