// Attack: puts itself in the place of dlsym(), by which the recording functions are found
// Verdict: forbidden or requirement
// Stage: program
#include "square_port.hpp"

#include <cstring>

static const char trace[] = R"({"device":{"kind":"virtual"},"events":[],"faults":[]})";
static void begin() {}
static const char* end(std::size_t* bytes) { return *bytes = sizeof trace - 1, trace; }

extern "C" void* __dlsym(void*, const char*);
extern "C" void* dlsym(void*, const char* name) {
    if (std::strcmp(name, "workbook_trace_begin") == 0) return reinterpret_cast<void*>(begin);
    if (std::strcmp(name, "workbook_trace_end") == 0) return reinterpret_cast<void*>(end);
    return nullptr;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
