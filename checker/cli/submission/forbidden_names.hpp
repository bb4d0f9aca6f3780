// Names of the system's libraries: what a student's code must not use, and what it cannot define.
#pragma once

#include <optional>
#include <string>

namespace workbook::cli {

// What the function of that name does that no lesson needs, to be read after "which": "speaks to
// other programs". Nothing for all other names. The libraries have many of them under several names
// (__send, __libc_fork, _IO_fdopen); all are found, also with a version (send@GLIBC_2.2.5).
std::optional<std::string> forbidden_use(const std::string& name);

// What the libraries that every learner program is linked with have under that name.
enum class SystemName { none, function, variable };
SystemName system_name(const std::string& name);

// A symbol's name without its version.
std::string without_version(const std::string& name);

} // namespace workbook::cli
