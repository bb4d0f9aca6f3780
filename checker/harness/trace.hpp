// What the CUDA runtime did during one call, as docs/reference/trace.md describes it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbook {

struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    bool operator==(const Dim3&) const = default;
    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

// "32", "32 x 4" or "32 x 4 x 2": as few dimensions as say it.
std::string to_text(const Dim3& dim);
// "square" for "void square(const long *, int)"; a template's arguments are kept.
std::string name_without_parameters(const std::string& function);

enum class CopyDirection : std::uint8_t {
    host_to_device,
    device_to_host,
    device_to_device,
    host_to_host
};
using enum CopyDirection;
std::string_view name_of(CopyDirection direction);     // "host to device"
std::string_view constant_of(CopyDirection direction); // "cudaMemcpyHostToDevice"

using Counters = std::map<std::string, std::uint64_t, std::less<>>;

struct LineCounters {
    std::string file;
    int line = 0;
    Counters counters;
};

struct Launch {
    std::string kernel; // demangled
    Dim3 grid, block;
    std::uint64_t static_shared_bytes = 0;
    std::uint64_t dynamic_shared_bytes = 0;
    int device = 0; // 0 on a real GPU
    std::uint64_t stream = 0;
    bool apart = false;              // its stream is in no order with the default one
    bool cooperative = false;        // all of its blocks are on the device at once
    int error = 0;                   // it was refused with
    Counters counters;               // empty on a real GPU
    std::vector<LineCounters> lines; // the same by source line
    std::size_t order = 0;           // among the events of the trace
    // The call that waited for it; "" if the function returned first, nothing where it is not
    // known.
    std::optional<std::string> ran_in = {};
    // How long it took, and when it began, on the clock of the virtual GPU's events; nothing on a
    // real one.
    std::optional<std::uint64_t> nanoseconds = {}, begin = {};
    // The hash of the PTX that it comes from (wire/text_hash.hpp); 0 where the checker did not ask
    // for it.
    std::uint64_t text = 0;
    bool of_library = false; // that of a library which the check allows (allow_library)

    // The bytes of its parameters that stand in none of the call's arguments
    // (vgpu/runtime/given_values.hpp), counted on the virtual GPU.
    std::uint64_t own_bytes = 0;
    // The same count for what its threads read of memory that host and device share.
    std::uint64_t own_bytes_read = 0;

    bool measured() const { return !counters.empty(); }
    // 0 where nothing is measured. Throws std::out_of_range for a counter that does not exist.
    std::uint64_t counter(std::string_view name) const;
    std::string short_name() const { return name_without_parameters(kernel); }
};

struct Copy {
    std::string api;
    std::string requested; // the cudaMemcpyKind that the program asked for; may be empty
    std::optional<CopyDirection> direction; // what the pointers say
    std::uint64_t destination = 0, source = 0, bytes = 0;
    int error = 0;
    std::size_t order = 0;                  // among the events of the trace
    std::optional<std::string> ran_in = {}; // as of a launch, and so is the next
    std::optional<std::uint64_t> nanoseconds = {};
    std::string place = {}; // "square.cu:31", where it is known; and so in what follows
    bool of_symbol = false; // from or to the host's name of a __device__ or __constant__ variable
    std::optional<std::uint64_t> begin = {}, stream = {}; // known on the virtual GPU
    // The same count for what it brings to the device.
    std::uint64_t own_bytes = 0;
    std::string parent = {}; // the kernel that asked for it; "": the host did
};

struct Fill { // cudaMemset and its kin
    std::string api;
    std::uint64_t address = 0, bytes = 0;
    int error = 0;
    std::string place = {};
    std::uint64_t own_bytes = 0; // of the value that is set, as in a copy
    std::string parent = {};     // as of a copy
};

// The values that device code has for its variables when it is loaded; on the virtual GPU only.
struct Variables {
    std::string name;       // the code's: a file, or what was loaded by hand
    std::uint64_t text = 0; // as of a launch
    std::uint64_t bytes = 0, own_bytes = 0;
    bool of_checked_code = false; // the program's, or an allowed library's
};

struct Wait { // cudaDeviceSynchronize and its kin, and questions that are asked until all is over
    std::string api;
    int error = 0;
    std::size_t order = 0; // among the events of the trace
    std::string place = {};
};

struct Allocation { // or a free
    std::string api;
    std::uint64_t address = 0, bytes = 0;
    int error = 0;
    std::string place = {};
    int device = 0; // that was current; 0 on a real GPU
};

struct Prefetch { // of managed memory; on the virtual GPU only
    std::uint64_t address = 0, bytes = 0;
    int device = -1;       // -1: the host
    std::size_t order = 0; // among the events of the trace
};

struct ApiError {
    std::string api;
    int error = 0;
    std::string name;
    std::string message;
    bool unsupported = false; // by the virtual GPU: the call may be right
    std::string place = {};
};

struct SourceFrame {
    std::string file;
    int line = 0;
    std::string function;
};

struct FaultSite {
    std::string kernel;
    Dim3 block{0, 0, 0}, thread{0, 0, 0};
    std::vector<SourceFrame> frames;
    std::string access = {};      // of a race's party: "read", "write" or "atomic"
    bool line_is_near = false;    // to the access, whose own line the compiler has not kept
    std::string instruction = {}; // of a race's asynchronous party: "cp.async.bulk..."
};

struct DeviceFault {
    std::string kind; // "invalid_write"
    std::string tool; // "memcheck"
    std::string message;
    std::string detail;
    FaultSite site;
    std::optional<FaultSite> other; // of a race
    std::string space;
    std::string allocation;
    std::uint64_t count = 1;
    std::uint64_t address = 0, size = 0; // of the access
    std::int64_t offset = 0;             // of the address in the allocation
    std::string element = {};            // its name in the source (fault_text.hpp)
};

// Something that the call made and has not given back. On the virtual GPU only.
struct Left {
    std::string kind; // "memory", "stream", ...: a word of the trace
    std::string place;
    std::uint64_t bytes = 0;
};

// A call of the function's that the checker had refused.
struct RefusedCall {
    std::string api;
    int error = 0;
    std::string name; // of the error
    std::string place;
};

// How far the kernels of a call came in the large allocations (VirtualGpu::sampling).
struct Reach {
    struct Row {
        std::uint64_t address = 0, bytes = 0, end = 0; // end: behind the last byte that was touched
    };
    std::vector<Row> allocations;
    bool cut = false; // a kernel was ended before its end
};

struct Trace {
    bool present = false;   // a trace source answered, and could record
    bool truncated = false; // more was done than it holds
    bool is_virtual = false;
    std::string device_name;
    std::vector<Launch> launches;
    std::vector<Copy> copies;
    std::vector<Fill> fills;
    std::vector<Variables> variables;
    std::vector<Wait> waits;
    std::vector<Allocation> allocations, frees;
    std::vector<Prefetch> prefetches;
    std::vector<ApiError> errors;
    std::vector<DeviceFault> faults;
    // These are known on the virtual GPU only: calls per API function, how many of them CUDA could
    // have refused, the one that was refused, and what the call has not given back.
    std::map<std::string, std::uint64_t, std::less<>> calls;
    std::uint64_t refusable = 0;
    std::optional<RefusedCall> refused;
    std::vector<Left> left;
    Reach reach;
    std::optional<std::string> printed; // by kernels; the virtual GPU keeps the first 64 KiB
    std::size_t event_count = 0;        // of all kinds
};

// Reads the JSON text of a trace. Text that is not one gives a trace with `present` false; fields
// of a wrong type are taken as missing: on a real GPU the text comes from the learner's process.
Trace read_trace(std::string_view json);
// The faults of a fault log, one JSON object a line; it may hold launches, too.
std::vector<DeviceFault> read_fault_lines(std::string_view lines);

} // namespace workbook
