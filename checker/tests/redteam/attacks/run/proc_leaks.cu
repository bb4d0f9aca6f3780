// Attack: tells what /proc knows of the machine, its folders, its control groups and the process itself
// Verdict: not_started
// Stage: run
// Needs: confinement
#include "square_port.hpp"

#include <fstream>
#include <iostream>
#include <string>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (const char* name : {"self/mountinfo", "self/mounts", "self/cgroup", "self/environ",
                             "self/cmdline", "self/maps", "self/status", "thread-self/status",
                             "version", "cpuinfo", "meminfo", "sys/kernel/hostname", "net/dev"}) {
        std::ifstream file(std::string("/proc/") + name);
        for (std::string line; std::getline(file, line);)
            std::cout << "SECRET " << name << ": " << line << "\n";
    }
}
