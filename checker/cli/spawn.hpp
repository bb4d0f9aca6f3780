// Starts a process as run_process() wants it.
#pragma once

#include "cli/process.hpp"

#include <sys/types.h>

namespace workbook::cli {

// Its standard output and error go to the descriptor `output`. Returns the process id, or the
// negative error number.
pid_t spawn_process(std::vector<std::string> command, const ProcessOptions& options, int output);

} // namespace workbook::cli
