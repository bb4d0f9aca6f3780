// Files of digests (one line a program: kind, seed, digest, number of results) and dumps (one line
// a result or recorded value), and what differs between two of them.
#pragma once

#include "device.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace differential {

struct Record {
    std::string digest; // 16 hexadecimal digits, or "error"
    std::size_t outputs = 0;
};
using Records = std::map<std::pair<std::string, std::uint64_t>, Record>; // by kind and seed

std::string line_of(const Program& program, const Outcome& outcome);
// Comments and empty lines are left out; false if the file cannot be read or has another line.
bool read_records(const std::string& file, Records& records, std::string& error);

bool write_dump(const std::string& file, const Program& program, const Outcome& outcome);
// Prints the first difference of each of a few threads; true if there is one.
bool print_difference(const std::string& left_file, const std::string& right_file);

} // namespace differential
