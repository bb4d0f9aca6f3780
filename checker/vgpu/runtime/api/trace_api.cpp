// The trace as the learner program fetches it, and the summary at the end of an ordinary program.
#include "vgpu/exec/device_memory.hpp"
#include "vgpu/runtime/activity.hpp"
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/runtime.hpp"

#pragma GCC visibility push(default)
#include "wire/trace_source.hpp"
#pragma GCC visibility pop

#include <fmt/core.h>

#include <cstdio>

using namespace vgpu::runtime;

static_assert(workbook::wire::fresh_memory_word == vgpu::exec::poison_word,
              "the harness recognises fresh memory by the word that exec fills it with");

extern "C" {

void workbook_trace_begin() {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    runtime.trace.begin();
}

const char* workbook_trace_end(std::size_t* bytes) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    // What nobody waited for runs now, so that it does not leak into the next recording.
    runtime.current_api = "";
    runtime.wait_for_all();
    const std::string& text = runtime.trace.end();
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
