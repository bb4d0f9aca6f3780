// Starts a program, reads what it prints, and does not wait for it for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

// What each of the processes may take; 0: as much as we may.
struct ProcessLimits {
    std::uint64_t address_space = 0; // bytes
    std::uint64_t file_bytes = 0;    // of one file
    std::uint64_t processor_seconds = 0;
    std::uint64_t processes = 0; // of its user altogether; not for root
};

struct ProcessOptions {
    std::map<std::string, std::string> environment{}; // added to our own
    std::chrono::seconds limit{600};
    bool isolated = false; // true: `environment` is all that it gets, and no descriptor of ours
    std::string input{};   // its standard input
    int report_descriptor = -1; // what it gets as descriptor 3; -1: none
    ProcessLimits limits{};
    bool first_to_go = false; // when memory runs out, before what else we have started
    std::function<void(const std::string&)> on_output{}; // told all of it whenever there is more
};

struct ProcessResult {
    int exit_code = -1; // -1 if it did not exit by itself
    int signal = 0;     // the signal that ended it, if one did
    bool timed_out = false;
    double processor_seconds = 0; // of it and of all that it started
    std::string output; // standard output and error, in the order written; the first mebibyte

    bool succeeded() const { return exit_code == 0; }
};

// Runs command[0] (looked up in PATH) in a process group of its own, which is killed at the limit.
// It and all that it started end with it at the latest, and when we do, whatever ends us.
// A program that cannot be started has exit code 127, as in a shell. Throws Interrupted
// (cli/interrupt.hpp) after a Ctrl-C, with the process ended.
ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

} // namespace workbook::cli
