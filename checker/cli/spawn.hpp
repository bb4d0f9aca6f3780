// Starts a process as run_process() wants it.
#pragma once

#include "cli/process.hpp"

#include <sys/types.h>

namespace workbook::cli {

// Its standard output and error go to the descriptor `output`. Returns the process id of its
// keeper, or the negative error number. The keeper ends as the program does. Whatever the program
// started and left behind is killed before; and all of it is killed if we die, however that
// happens.
pid_t spawn_process(std::vector<std::string> command, const ProcessOptions& options, int output);

// The keeper's program and its group get SIGTERM; what it leaves behind is our child then.
void ask_process_to_end(pid_t keeper);
void end_process(pid_t keeper); // SIGKILL to all of it

} // namespace workbook::cli
