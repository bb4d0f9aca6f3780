// `workbook run PROGRAM`: any CUDA program, on the virtual GPU.
#pragma once

#include "cli/course.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// What stands in the way of running this program on the virtual GPU, and how to rebuild it; empty
// if nothing does. `program` is only for the sentence.
std::string obstacle(const std::string& bytes, const std::string& program);

// Replaces this process by the program, with the virtual runtime before NVIDIA's. Throws UserError.
[[noreturn]] void run_program(const Course& course, const std::vector<std::string>& command);

} // namespace workbook::cli
