#include "bench/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

double cpu_milliseconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

double milliseconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
}

double wall_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

// What the child used; throws when it failed.
rusage wait_for(pid_t child) {
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        throw std::runtime_error("cannot start a process");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw std::runtime_error("a measured process failed");
    return usage;
}

double middle(std::vector<double>& values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

Time measure(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    const double cpu_begin = cpu_milliseconds();
    work();
    return {wall_since(begin), cpu_milliseconds() - cpu_begin};
}

Time median(std::vector<Time> times) {
    std::vector<double> wall, cpu;
    for (const Time& time : times) {
        wall.push_back(time.wall);
        cpu.push_back(time.cpu);
    }
    return {middle(wall), middle(cpu)};
}

std::uint64_t peak_bytes(const std::function<void()>& work) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        int status = 0;
        try {
            work();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            status = 1;
        }
        _exit(status);
    }
    return static_cast<std::uint64_t>(wait_for(child).ru_maxrss) * 1024;
}

Time run_program(const std::string& path, const std::vector<std::string>& environment) {
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char*> settings;
        for (const std::string& setting : environment)
            settings.push_back(const_cast<char*>(setting.c_str()));
        settings.push_back(nullptr);
        char* arguments[] = {const_cast<char*>(path.c_str()), nullptr};
        execve(path.c_str(), arguments, settings.data());
        _exit(127);
    }
    const rusage usage = wait_for(child);
    return {wall_since(begin), milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)};
}

} // namespace bench
