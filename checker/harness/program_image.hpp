// Device code in a program on disk.
#pragma once

#include <string>

namespace workbook {

// The PTX texts that nvcc embedded in the ELF program, one after the other. On failure, also when
// there is no device code, the result is empty and `problem` says why. The file is the learner's
// and may be damaged, or made to cost its reader much: what is more than a lesson needs is a
// problem, too.
std::string ptx_of_program(const std::string& path, std::string& problem);

} // namespace workbook
