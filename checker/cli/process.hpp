// Starts a program, reads what it prints, and does not wait for it for ever.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct ProcessOptions {
    std::map<std::string, std::string> environment; // added to our own
    std::chrono::seconds limit{600};
};

struct ProcessResult {
    int exit_code = -1; // -1 if it did not exit by itself
    int signal = 0;     // the signal that ended it, if one did
    bool timed_out = false;
    std::string output; // standard output and error, in the order written; the first mebibyte

    bool succeeded() const { return exit_code == 0; }
};

// Runs command[0] (looked up in PATH) in a process group of its own, which is killed at the limit.
// A program that cannot be started has exit code 127, as in a shell.
ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

} // namespace workbook::cli
