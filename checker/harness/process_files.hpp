// Descriptors and /proc, for the programs that a checker starts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace workbook {

// A descriptor above those that a child moves its own to; the old one is closed. Throws
// std::runtime_error when none is left.
int out_of_the_way(int descriptor);
void close_if_open(int& descriptor);
void close_all_from(unsigned first);

// Pointers to the texts and a null pointer after the last, as exec needs them.
std::vector<char*> pointers_to(const std::vector<std::string>& texts);

// Memory of a process that is its own and in use, with the kernel's tables of it, without files and
// what it shares; 0 if it is gone.
std::uint64_t own_bytes(int process);
// How long a process's first thread, or the thread with that path below /proc, was ready to run but
// got no processor; 0 if the kernel does not say.
double seconds_without_processor(const std::string& path);
// The processor time of all threads of a process, including those that have ended; 0 if it is gone.
double seconds_on_processor(int process);
// The numbers of a process's threads.
std::vector<int> threads_of(int process);

} // namespace workbook
