// The functions by which the learner program gets the trace of one call (docs/reference/trace.md).
//
// libworkbook_cupti.so exports them, on a real GPU; they are looked up with dlsym, so that a
// learner program also starts alone. The virtual GPU's libcudart has them for programs that record
// themselves: a checker gets the trace from the engine, and the program does not (wire/engine.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// Forgets what was recorded and starts recording.
void workbook_trace_begin(void);

// Waits for the device, stops recording and returns the trace as JSON (UTF-8, `*bytes` long, not
// NUL-terminated). The text is valid until the next workbook_trace_begin.
const char* workbook_trace_end(std::size_t* bytes);

// What the device is doing now, for a program that is about to be stopped at its deadline: one
// short NUL-terminated text ("kernel spin(int *), block (0,0,0)"), or "" when it does nothing.
// Called from a signal handler on any thread: it takes no lock and allocates nothing. A source may
// leave it out.
const char* workbook_trace_activity(void);
}

namespace workbook::wire {
using TraceBegin = void (*)();
using TraceEnd = const char* (*)(std::size_t*);
using TraceActivity = const char* (*)();
// What the virtual GPU fills its memory with when it is allocated, word by word.
inline constexpr std::uint32_t fresh_memory_word = 0x7ffadbad;
inline constexpr const char* trace_begin_name = "workbook_trace_begin";
inline constexpr const char* trace_end_name = "workbook_trace_end";
inline constexpr const char* trace_activity_name = "workbook_trace_activity";
} // namespace workbook::wire
