// What a guest program did wrong, as a value, in the words of compute-sanitizer.
#pragma once

#include "vgpu/ptx/type.hpp"
#include "wire/fault_kinds.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::exec {

struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    bool operator==(const Dim3&) const = default;
};

// Which check reports it: those of checks.def, which are tools of compute-sanitizer; or a call of
// CUDA's (api), or the program itself. name_of gives "memcheck", "racecheck", ...
enum class Tool : std::uint8_t {
#define WORKBOOK_CHECK(name, ...) name,
#include "wire/checks.def"
    api,
    program
};
std::string_view name_of(Tool tool);

using workbook::wire::FaultKind;

// One place in the CUDA source; an inlined call's callers follow it.
struct SourceFrame {
    std::string file;
    int line = 0;
    std::string function; // demangled; may be empty
};

// The thread and the place. `frames` is innermost first and empty when there is no line
// information.
struct Site {
    std::string kernel; // demangled
    std::vector<SourceFrame> frames;
    std::string instruction; // the PTX, for the curious
    Dim3 block{0, 0, 0};
    Dim3 thread{0, 0, 0};
    bool thread_known = true;
    std::string access;        // "read", "write" or "atomic": what a party of a race does
    bool line_is_near = false; // to the access, whose own line the compiler has not kept
};

struct Fault {
    FaultKind kind = FaultKind::trap;
    Tool tool = Tool::memcheck;
    std::string message; // "Invalid __global__ write of size 4 bytes"
    std::string detail;  // "Address 0x... is out of bounds and is 4 bytes after the nearest ..."
    Site site;
    Site other; // a race's second party; kernel is empty when there is none
    ptx::Space space = ptx::Space::none;
    std::uint64_t address =
        0;                   // global: device address; shared: offset in the block's shared memory
    int size = 0;            // bytes of the access
    std::string allocation;  // "cudaMalloc of 4096 bytes" or the variable's name; may be empty
    std::int64_t offset = 0; // of the address in it, in bytes; also before or behind it
    std::string launched_in; // "sort.cu:31", where the kernel is a library's; may be empty
    std::uint64_t count = 1; // how often this site did it
};

// Receives faults that do not stop the program (races, uninitialised reads). Faults at one place
// are counted, not repeated.
class FaultSink {
  public:
    virtual ~FaultSink() = default;
    virtual void report(Fault fault) = 0;
};

} // namespace vgpu::exec
