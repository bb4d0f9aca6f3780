// `workbook run PROGRAM`: any CUDA program, on the virtual GPU.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct RunOptions {
    bool gpu = false;                                   // as it is, on a GPU and NVIDIA's runtime
    std::string profile, checks, seed, devices, memory; // empty: as the environment has it
    bool all_frames = false;
    std::vector<std::string> only; // patterns of kernels, functions and files
    std::string suppressions;      // a file
    int error_exit_code = 0;       // if an error was reported; 0: the program's own
};

// What stands in the way of running this program on the virtual GPU, and how to rebuild it; empty
// if nothing does. `program` is only for the sentence; `virtual_runtime` is the folder of the
// virtual GPU's libraries.
std::string obstacle(const std::string& bytes, const std::string& program,
                     const std::filesystem::path& virtual_runtime);

// What the program's environment gets: `bytes` decides how the runtime is put in place of NVIDIA's.
// `inherited` is the environment as it is.
std::map<std::string, std::string>
environment_for(const RunOptions& options, const std::string& bytes,
                const std::filesystem::path& virtual_runtime,
                const std::map<std::string, std::string>& inherited);

// Runs the program with the virtual runtime before NVIDIA's: in place of this process, or as its
// child if the exit code depends on what is reported. Returns the exit code. Throws UserError.
int run_program(const Course& course, const RunOptions& options,
                const std::vector<std::string>& command);

} // namespace workbook::cli
