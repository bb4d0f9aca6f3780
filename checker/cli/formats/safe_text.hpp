// Makes text that strangers had a hand in harmless to show anywhere.
//
// A student decides what is in it: the program's output, names of test cases and kernels, compiler
// messages that repeat the source. `grade` cleans such text when it takes it in; this is done again
// here, because a format is only as safe as the text that it gets.
#pragma once

#include "cli/formats/grade_report.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace workbook::cli {

// The text as valid UTF-8 that every format can hold. Control characters but line breaks and tabs
// become their pictures (an escape is shown as "␛"); bytes that are no UTF-8, characters that turn
// the direction of writing or are not seen at all and those that XML forbids become U+FFFD. What is
// longer than `most_bytes` is cut, and the text says so.
std::string safe_text(std::string_view bytes, std::size_t most_bytes = 64 * 1024);

// The same on one line.
std::string safe_line(std::string_view bytes, std::size_t most_bytes = 2000);

// The name of a file, for people, so that no two names become the same: "M\xFCller" if it is no
// UTF-8, "Ada\u{200B}" if it has what is not seen; a backslash becomes two. A name in order stays.
std::string visible_name(std::string_view name);

// Puts a space into whatever a CI runner would take for a command in a job's log: "::error::" at
// the beginning of a line, "##[error]" anywhere (github.com/actions/runner, ActionCommand.cs).
std::string without_runner_commands(std::string_view text);

// The report with all its texts made safe.
GradeReport safe_report(GradeReport report);

} // namespace workbook::cli
