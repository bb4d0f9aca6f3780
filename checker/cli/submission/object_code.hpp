// What compiled code of a student's may not ask for or bring along.
//
// In a learner program a student's code shares the process with the code that serves its calls and
// with the runtime that notes what the device does. What lets it slip in there is never needed for
// a lesson: functions that speak to other programs, load code or change what memory may be used
// for, and functions of its own under the names of the system's, which the linker would put in
// their place. Looking for that before the object is linked makes it hard to forge what the runtime
// notes. It does not make it impossible: docs/redteam.md.
#pragma once

#include <optional>
#include <string>

namespace workbook::cli {

// `bytes`: a compiled, not yet linked file (ELF, 64 bits). A sentence on the first thing that does
// not belong there, or nothing.
//
// The bytes of a system call's instruction are refused wherever they stand in code: they may be the
// end of a longer instruction, and be jumped to. An honest number can have them, too, but that is
// rare: none of 36 solutions and 647 mistakes does, 1.3 MB of code.
std::optional<std::string> obstacle_in_object(const std::string& bytes);

} // namespace workbook::cli
