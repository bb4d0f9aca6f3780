// What this machine, and the control group that the workbook runs in, allow it to take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace workbook::cli {

// Processors that may be used at the same time, at least 1: those that the process may run on
// (taskset), and no more than the control group's share (docker run --cpus) rounded up.
std::size_t processor_count();

// Bytes that are left: MemAvailable of /proc/meminfo, or what the control group allows, if that is
// less; 0 if it cannot be told.
std::uint64_t available_memory();

// How many processes the kernel has ended so far because memory ran out, of this machine and of our
// control group; 0 if it does not say.
std::uint64_t processes_ended_for_memory();

// From the words of /proc/vmstat or a control group's file memory.events: "oom_kill 3".
std::uint64_t ended_for_memory_in(const std::string& text);

// From the words of a control group's file cpu.max, "MICROSECONDS PERIOD" or "max PERIOD"; 0 if
// they set no limit.
std::size_t processors_in(const std::string& cpu_max);

// From the words of /proc/meminfo, in bytes; 0 if they do not say it.
std::uint64_t memory_in(const std::string& meminfo);

// What a control group has left that may take `most` bytes and takes `used` (memory.max,
// memory.current). Copies of files (memory.stat) count as taken there, but give way.
std::uint64_t memory_left(std::uint64_t most, std::uint64_t used, const std::string& stat);

} // namespace workbook::cli
