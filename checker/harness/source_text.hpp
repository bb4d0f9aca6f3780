// The student's file, of which messages show lines.
#pragma once

#include "harness/trace.hpp"

#include <string>

namespace workbook {

// The process that starts the check names the file: of what the student's program calls a place,
// only the number of the line is taken.
void show_source(const std::string& path);
// The text of a line of that file, without the space around it; "" for a line of any other.
std::string source_text(const SourceFrame& frame);

} // namespace workbook
