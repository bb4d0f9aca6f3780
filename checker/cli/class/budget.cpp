#include "cli/class/budget.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

namespace workbook::cli {
namespace {

std::string text_of(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// 0 where there is no number: "max".
std::uint64_t number_in(const std::string& file) {
    const std::string text = text_of(file);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// What control groups, version 2, allow; 0: no limit.
std::uint64_t memory_of_group() {
    std::istringstream lines(text_of("/proc/self/cgroup"));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("0::")) continue;
        const std::string folder = "/sys/fs/cgroup" + line.substr(3);
        const auto most = number_in(folder + "/memory.max");
        return most == 0 ? 0
                         : memory_left(most, number_in(folder + "/memory.current"),
                                       text_of(folder + "/memory.stat"));
    }
    return 0;
}

} // namespace

ClassBudget class_budget(std::size_t jobs, std::uint64_t memory, std::size_t count,
                         std::uint64_t limit) {
    const auto each = limit == 0 ? memory_of_lesson : limit + memory_of_checker;
    const auto most = static_cast<std::size_t>(memory / each);
    const auto lessons = std::max<std::size_t>(1, std::min(jobs, most));
    ClassBudget budget;
    budget.submissions = std::max<std::size_t>(1, std::min(lessons, count));
    budget.lessons = std::max<std::size_t>(1, lessons / budget.submissions);
    return budget;
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

std::uint64_t available_memory() {
    const auto machine = memory_in(text_of("/proc/meminfo")), group = memory_of_group();
    return group == 0 ? machine : std::min(machine, group);
}

} // namespace workbook::cli
