// Clocks, medians, and the peak memory of a piece of work in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// Milliseconds: on the clock, and of the processor (the machine may be busy with other things).
struct Time {
    double wall = 0, cpu = 0;
};

Time measure(const std::function<void()>& work);

// The medians of wall and of cpu, each by itself; the list must not be empty.
Time median(std::vector<Time> times);

// The most bytes of memory that a child process holds while it does the work.
std::uint64_t peak_bytes(const std::function<void()>& work);

// Starts a program with one more setting in its environment and waits for its end. Throws when it
// fails.
Time run_program(const std::string& path, const std::vector<std::string>& environment);

} // namespace bench
