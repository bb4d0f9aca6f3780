// What the process may take, as the kernel tells it: affinity, /proc/meminfo and control groups of
// version 2.
#include "cli/machine.hpp"

#include "cli/files.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <thread>

namespace workbook::cli {
namespace {

std::string text_of(const std::string& file) { return file_text(file).value_or(""); }

// 0 where there is no number: "max".
std::uint64_t number_in(const std::string& text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The text of a file of our control group; "" without one.
std::string text_of_group(const std::string& file) {
    std::istringstream lines(text_of("/proc/self/cgroup"));
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("0::")) return text_of("/sys/fs/cgroup" + line.substr(3) + "/" + file);
    return "";
}

std::size_t processors_of_process() {
    cpu_set_t set;
    // Fails where the machine has more than 1,024.
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return static_cast<std::size_t>(CPU_COUNT(&set));
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

std::size_t processor_count() {
    const std::size_t processors = processors_of_process();
    const std::size_t allowed = processors_in(text_of_group("cpu.max"));
    return allowed == 0 ? processors : std::min(processors, allowed);
}

std::uint64_t available_memory() {
    const auto machine = memory_in(text_of("/proc/meminfo"));
    const auto most = number_in(text_of_group("memory.max"));
    if (most == 0) return machine;
    const auto left =
        memory_left(most, number_in(text_of_group("memory.current")), text_of_group("memory.stat"));
    return std::min(machine, left);
}

std::uint64_t processes_ended_for_memory() {
    return ended_for_memory_in(text_of("/proc/vmstat")) +
           ended_for_memory_in(text_of_group("memory.events"));
}

std::uint64_t ended_for_memory_in(const std::string& text) {
    std::istringstream lines(text);
    std::uint64_t count = 0;
    for (std::string name; lines >> name >> count;)
        if (name == "oom_kill") return count;
    return 0;
}

std::size_t processors_in(const std::string& cpu_max) {
    std::istringstream words(cpu_max);
    std::uint64_t microseconds = 0, period = 0;
    if (!(words >> microseconds >> period) || microseconds == 0 || period == 0) return 0;
    return static_cast<std::size_t>((microseconds + period - 1) / period);
}

std::uint64_t memory_in(const std::string& meminfo) {
    std::istringstream lines(meminfo);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name;
        std::uint64_t kibibytes = 0;
        if (words >> name >> kibibytes && name == "MemAvailable:") return kibibytes * 1024;
    }
    return 0;
}

std::uint64_t memory_left(std::uint64_t most, std::uint64_t used, const std::string& stat) {
    std::istringstream lines(stat);
    std::uint64_t files = 0, bytes = 0;
    for (std::string name; lines >> name >> bytes;)
        if (name == "inactive_file" || name == "active_file") files += bytes;
    used -= std::min(used, files);
    return most - std::min(most, used);
}

} // namespace workbook::cli
