// What a learner program may not do, and how much of everything it gets.
//
// Prepared in the checker, applied in the child between fork and exec: apply() and execute() make
// nothing but system calls.
#pragma once

#include <array>
#include <cstdint>
#include <linux/filter.h>
#include <vector>

namespace workbook {

// Enough for code that starts a thread for each processor; thousands that compute would take the
// machine from all others.
std::uint64_t most_threads();

struct Limits {
    double start_seconds = 30;   // until the program answers for the first time
    double prepare_seconds = 60; // arrays to the device and back
    double call_seconds = 10;    // in the learner's function
    std::uint64_t memory_bytes = 6ull << 30;
    int look_milliseconds = 10; // how often memory and time are looked at while a call runs
    std::uint64_t printed_bytes = 1ull << 20;
    std::uint64_t file_bytes = 64ull << 20;
    std::uint64_t fault_log_bytes = 1ull << 20; // read of it after a call
    std::uint64_t open_files = 256;
    std::uint64_t cpu_seconds = 900;        // over all calls of one process
    std::uint64_t threads = most_threads(); // of the program at the same time; 0: any number
    bool filter_calls = true;               // system calls, where the kernel can
    bool kill_on_fork = true; // else starting a process fails, as a GPU's driver may try it
    bool limit_data = true;   // not with a real GPU's driver, which reserves a lot
};

class Sandbox {
  public:
    explicit Sandbox(const Limits& limits);

    // In the child: a session of its own, dies with the checker, resource limits, no privileges,
    // the system call filter if the kernel has one.
    // `parent`: the checker as this process sees it, 0 from within a Confinement, where it yields
    // to what grades it.
    void apply(int parent) const;
    // Makes, in the child, the one exec that the filter lets through. Returns only on failure.
    void execute(const char* path, char* const* arguments, char* const* environment) const;

    // Makes the kernel choose the calling process first when the machine runs out of memory.
    static void be_first_to_go();

  private:
    Limits limits_;
    // The filter lets an execve pass whose unused argument registers hold these numbers; the
    // program that it starts cannot know them.
    std::array<std::uint64_t, 2> secret_;
    std::vector<sock_filter> filter_;
};

} // namespace workbook
