// Command lines that run one call of a lesson's code under a debugger or another tool, ready to be
// pasted into a shell.
#pragma once

#include "cli/grading/grade_lessons.hpp"
#include "cli/terminal.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// A call that was recorded; learner programs repeat it without a checker.
struct RecordedCall {
    std::filesystem::path file;
    std::string function; // of the lesson's header
    Result result;        // of the check that recorded it
};

// Builds the lesson and checks it: the first call that goes wrong, or the last if none does. Throws
// UserError if the code does not compile or no call was made.
RecordedCall record_call(const Course& course, const Lesson& lesson, const GradeOptions& options);

// The function's name in a recording; empty if it is none.
std::string recorded_function(const std::string& bytes);

// `text` as one word of a shell's command line.
std::string shell_quoted(const std::string& text);

struct DebugTools {
    bool gpu = false;                             // there is one
    std::string gdb, cuda_gdb, compute_sanitizer, // to be called like this; empty: not here
        ncu;
};
DebugTools find_debug_tools(const Course& course);

// All of it, for a terminal.
std::string debug_report(const Course& course, const Lesson& lesson, const RecordedCall& call,
                         const DebugTools& tools, const TextStyle& style = style_of_output());

} // namespace workbook::cli
