// The trace as the learner program fetches it, and the summary at the end of an ordinary program.
#include "vgpu/exec/device_memory.hpp"
#include "vgpu/runtime/activity.hpp"
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/runtime.hpp"

#pragma GCC visibility push(default)
#include "wire/trace_source.hpp"
#pragma GCC visibility pop

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

using namespace vgpu::runtime;

static_assert(workbook::wire::fresh_memory_word == vgpu::exec::poison_word,
              "the harness recognises fresh memory by the word that exec fills it with");

namespace {

// The process's threads besides the calling one, now.
std::size_t other_threads() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("Threads:")) return std::stoul(line.substr(8)) - 1;
    return 0;
}

// The same, with time given to those that are about to end: a thread that was joined may still be
// counted for a moment.
std::size_t other_threads_after(std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    std::size_t count = other_threads();
    while (count > 0 && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        count = other_threads();
    }
    return count;
}

} // namespace

extern "C" {

void workbook_trace_begin() {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    runtime.trace.begin();
}

const char* workbook_trace_end(std::size_t* bytes) {
    Runtime& runtime = Runtime::instance();
    {
        // What nobody waited for runs now, so that it does not leak into the next recording.
        const CallLock lock(runtime);
        runtime.current_api = "";
        runtime.wait_for_all();
    }
    // Only then: what a thread does that has not ended yet is recorded.
    runtime.idle_runner.retire();
    const std::size_t threads = other_threads_after(std::chrono::milliseconds(100));
    const CallLock lock(runtime);
    runtime.current_api = "";
    runtime.wait_for_all();
    const std::string& text = runtime.trace.end(threads);
    if (bytes != nullptr) *bytes = text.size();
    return text.c_str();
}

const char* workbook_trace_activity() { return Activity::current(); }

} // extern "C"

namespace {

// The library is finalised after the program's own atexit handlers have run.
__attribute__((destructor)) void print_summary() {
    Runtime::instance().program_ends();
    report_leaks(Runtime::instance());
    const std::uint64_t errors = Runtime::instance().trace.printed();
    if (errors == 0) return;
    std::fflush(stdout);
    fmt::print(stderr, "========= ERROR SUMMARY: {} error{}\n", errors, errors == 1 ? "" : "s");
}

} // namespace
