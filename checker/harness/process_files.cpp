#include "harness/process_files.hpp"

#include <charconv>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace workbook {
namespace {

// Pages, those that lie on a disk meanwhile, and the kernel's tables of them: a range that is only
// looked at has tables and no pages. Nothing for a thread that has ended.
std::optional<std::uint64_t> bytes_in_status(const std::string& folder) {
    std::ifstream file(folder + "/status");
    std::optional<std::uint64_t> bytes;
    // Looks at the beginnings of lines only: a process can put these words into its name.
    for (std::string line; std::getline(file, line);)
        for (const std::string_view label : {"RssAnon:", "VmPTE:", "VmSwap:"})
            if (line.starts_with(label))
                bytes = bytes.value_or(0) + (std::stoull(line.substr(label.size())) << 10);
    return bytes;
}

} // namespace

int out_of_the_way(int descriptor) {
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
    if (moved < 0) throw std::runtime_error("no file descriptor is left");
    close(descriptor);
    return moved;
}

void close_if_open(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
}

void close_all_from(unsigned first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
    for (int descriptor = static_cast<int>(first); descriptor < 4096; ++descriptor)
        close(descriptor);
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

std::uint64_t own_bytes(int process) {
    const std::string folder = "/proc/" + std::to_string(process);
    if (const auto bytes = bytes_in_status(folder)) return *bytes;
    // A first thread that has ended leaves its number to the program and no memory under it.
    for (const int thread : threads_of(process))
        if (const auto bytes = bytes_in_status(folder + "/task/" + std::to_string(thread)))
            return *bytes;
    return 0;
}

double seconds_without_processor(const std::string& path) {
    std::ifstream file("/proc/" + path + "/schedstat");
    std::uint64_t ran = 0, waited = 0; // nanoseconds
    return file >> ran >> waited ? static_cast<double>(waited) * 1e-9 : 0;
}

double seconds_on_processor(int process) {
    clockid_t clock{};
    timespec time{};
    if (process <= 0 || clock_getcpuclockid(process, &clock) != 0 ||
        clock_gettime(clock, &time) != 0)
        return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::vector<int> threads_of(int process) {
    std::vector<int> threads;
    DIR* folder = opendir(("/proc/" + std::to_string(process) + "/task").c_str());
    if (folder == nullptr) return threads;
    while (const dirent* entry = readdir(folder)) {
        const std::string_view name = entry->d_name;
        int number = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc())
            threads.push_back(number);
    }
    closedir(folder);
    return threads;
}

} // namespace workbook
