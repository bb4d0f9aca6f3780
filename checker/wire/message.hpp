// What the checker and the learner program say to each other, and the memory they share.
//
// The control socket carries one fixed-size packet per message: Hello when the learner program is
// up, then Request and Reply in turns. Host arrays lie in the arena, a shared mapping that has the
// same address in both; so do device arrays and the trace on a real GPU. On the virtual GPU the
// checker has those from its engine (wire/engine.hpp). The checker trusts nothing that it reads
// here: a learner's code can write all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace workbook::wire {

// Away from the heap, the stack, AddressSanitizer's shadow and the virtual GPU's addresses.
inline constexpr std::uint64_t arena_address = 0x2800'0000'0000;
inline constexpr std::uint64_t arena_bytes = 4ull << 30; // sparse: costs what is touched
inline constexpr std::uint64_t mailbox_bytes = 64 << 10;

// File descriptors that the learner program starts with, besides 0, 1 and 2.
inline constexpr int control_descriptor = 3;
inline constexpr int arena_descriptor = 4;
inline constexpr int door_descriptor = 5; // to the virtual GPU's engine, if it runs on one

// Environment of the learner program.
inline constexpr const char* serve_variable = "WORKBOOK_SERVE"; // "1": started by a checker
inline constexpr const char* tracer_variable =
    "WORKBOOK_TRACER"; // library with the trace functions
// The number of door_descriptor; a program without it starts an engine of its own.
inline constexpr const char* door_variable = "WORKBOOK_ENGINE";
// The function of the virtual GPU's libcudart that is called when a call is over.
inline constexpr const char* call_ended_name = "workbook_call_ended";

inline constexpr std::uint32_t protocol_version = 7;
inline constexpr std::size_t most_arguments = 24;

// Each argument of a call has a range of addresses behind the arena for a long host array
// (Argument::repeats). The period is a multiple of the page size and of all common element sizes.
inline constexpr std::uint64_t long_array_period = 15ull << 20;
inline constexpr std::uint64_t most_long_bytes = 128ull << 30;
inline constexpr std::uint64_t long_array_address(std::size_t argument) {
    return 0x2900'0000'0000 + argument * most_long_bytes;
}

enum class ArgumentKind : std::uint32_t { value, host_array, device_array };
enum class Direction : std::uint32_t { in, out, inout };

// One argument of a call. The bytes lie in the arena. A host array is used where it lies: it ends
// at the end of a page, and the learner program makes the pages around it inaccessible. A device
// array's image has `guard_bytes` before and behind it that are copied to and from the device with
// it.
struct Argument {
    ArgumentKind kind = ArgumentKind::value;
    Direction direction = Direction::in;
    std::uint64_t address = 0; // of the first byte of the value or the array
    std::uint64_t bytes = 0;
    std::uint64_t guard_bytes = 0;
    // More than 1: the function gets a host array that is so many times as long. It repeats the
    // long_array_period bytes at `address`, which is where a page begins.
    std::uint64_t repeats = 1;
    std::uint64_t device_address = 0; // on the virtual GPU, whose engine has made the device array
};

// The memory of host arrays: pinned by cudaHostRegister, or copied to managed memory.
enum class HostMemory : std::uint32_t { pageable, pinned, managed };

struct Request {
    std::uint64_t number = 0;         // of the call; the reply repeats it
    char function[96] = {};           // NUL-terminated
    std::uint64_t result_address = 0; // where the returned value goes
    std::uint64_t result_bytes = 0;
    std::uint64_t trace_address = 0;
    std::uint64_t trace_capacity = 0;
    HostMemory host_memory = HostMemory::pageable; // other: the program is not used again
    std::uint32_t error_before = 0; // other code has left an error, and the function finds it
    std::uint32_t timed = 0;        // no trace, and the reply says how long the call took
    std::uint32_t argument_count = 0;
    Argument arguments[most_arguments];
};

struct Hello {
    std::uint32_t version = protocol_version;
};

enum class ReplyStatus : std::uint32_t {
    returned,         // the function returned
    threw,            // `text` says what
    out_of_memory,    // it let std::bad_alloc escape
    unknown_function, // not in the table of calls
    wrong_signature,  // the table's function takes other arguments
    device_failed,    // an array could not be made before the function was called
    device_lost,      // an array could not be copied back after it
};

struct CudaError {
    std::int32_t code = 0;
    char name[64] = {};
    char message[192] = {};
};

struct Reply {
    ReplyStatus status = ReplyStatus::returned;
    std::uint32_t runtime_loaded = 0; // the program uses a CUDA runtime
    std::uint64_t number = 0;
    std::uint64_t trace_bytes = 0;     // 0: there is no trace source
    std::uint32_t trace_truncated = 0; // it did not fit
    std::uint64_t nanoseconds = 0;     // of a timed call, until the device was done
    CudaError left;                    // cudaGetLastError() after the function returned
    CudaError synchronised;            // cudaDeviceSynchronize() after that
    char text[512] = {};
};

enum class Phase : std::uint32_t { starting, idle, preparing, running, finishing };

// At the start of the arena: what the checker wants to know of a program that does not answer.
struct Mailbox {
    Phase phase;
    std::int32_t signal;          // the last one that the learner program caught; 0: none
    std::uint64_t signal_address; // that the program touched
    std::uint64_t stack_low, stack_high;
    char activity[256]; // what the device was doing when the deadline passed
};

static_assert(sizeof(Mailbox) <= mailbox_bytes);
static_assert(std::is_trivially_copyable_v<Request> && std::is_trivially_copyable_v<Reply> &&
              std::is_trivially_copyable_v<Hello>);
// Padding would show the learner's code what had lain on the checker's stack.
static_assert(std::has_unique_object_representations_v<Request>);

} // namespace workbook::wire
