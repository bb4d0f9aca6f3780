// Device code in a program on disk.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace workbook {

// The PTX texts that nvcc embedded in the ELF program, one after the other. On failure, also when
// there is no device code, the result is empty and `problem` says why. The file is the learner's
// and may be damaged, or made to cost its reader much: what is more than a lesson needs is a
// problem, too.
std::string ptx_of_program(const std::string& path, std::string& problem);

// The hashes (wire/text_hash.hpp) of those texts, and of all of them together, as the virtual GPU
// has it for units that are linked; empty where there are none.
std::set<std::uint64_t> hashes_of_device_code(const std::string& path, std::uint64_t key);

} // namespace workbook
