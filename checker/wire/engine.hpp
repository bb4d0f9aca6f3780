// What the checker and the virtual GPU's engine say to each other (vgpu/engine/control.cpp).
//
// The learner program has no part in it: it cannot reach this channel, nor the memory behind it.
// The checker starts the engine with the descriptors below, sends Setup, and then Begin and End
// around each call that it makes to the learner program. Device arrays and traces lie in the
// exchange, memory that only these two map. It trusts the engine, but not what the learner's code
// made of it: that an engine dies or does not answer is the learner's doing.
#pragma once

#include "wire/message.hpp"

#include <cstdint>
#include <type_traits>

namespace workbook::wire {

// Descriptors that the engine starts with, besides 0, 1 and 2.
inline constexpr int engine_control_descriptor = 3;
inline constexpr int engine_door_descriptor = 4; // to the learner program
inline constexpr int engine_exchange_descriptor = 5;
inline constexpr int engine_arena_descriptor = 6;     // of the learner program's arena
inline constexpr int engine_fault_log_descriptor = 7; // faults, as JSON lines, at once
inline constexpr int engine_last_descriptor = 7;

// The engine's exit status where the processor lacks instructions that it was compiled for.
inline constexpr int engine_other_processor = 78;

inline constexpr std::uint32_t engine_version = 9;

// At the start of the exchange: what the checker looks at while it waits.
struct Board {
    std::uint64_t shared_bytes = 0; // that the engine shares with the learner program
    std::uint32_t busy = 0;         // the device is doing something: `activity`
    char activity[500] = {};
};

struct Setup {
    std::uint32_t version = engine_version;
    std::uint32_t count_lines = 0; // launches with counters by source line, into the fault log
    std::uint64_t exchange_bytes = 0;
    std::uint64_t schedule_seed = 0; // 0: blocks and warps in a fixed order
    std::uint64_t text_key = 0; // of the hashes of PTX texts that stand in launches (text_hash.hpp)
    std::uint32_t keep_arrays = 0; // requests may name wanted launches
    std::uint32_t devices = 1;
    std::uint32_t current_device = 0; // when the program begins
    // Not 0: large arrays are repeated pieces, and of large grids some blocks run
    // (vgpu/exec/sampling.hpp).
    std::uint32_t sampling = 0;
    std::uint32_t no_peer_access = 0; // no device can have access to another one's memory
    char profile[32] = {};            // "t4", ...; empty: the default
    char other_profile[32] = {};      // of all devices but the current one; empty: the same
};

enum class EngineRequestKind : std::uint32_t { begin, end };

// An array of the call.
struct CallArray {
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;  // of its content in the exchange
    std::uint64_t lead = 0;    // bytes of the allocation in front of the array
    std::uint64_t repeats = 1; // on the device so often, one behind the other; one is fetched
    // Not 0: the array stays in the program's memory, at this address. The engine gets its content,
    // to say which of the bytes that the program copies to the device are the checker's.
    std::uint64_t host_address = 0;
    std::uint32_t given = 0; // the function may read it
};

// A launch of the call whose accesses are kept, array by array.
struct WantedLaunch {
    std::uint64_t number = 0; // among the launches that the call's trace has, from 1; 0: none
    std::uint64_t block = 0;  // whose shared memory is looked at
    std::uint64_t focus = 0;  // an address of global memory that is to be in what is kept; 0: none
};
inline constexpr std::size_t most_wanted_launches = 8;

struct EngineRequest {
    EngineRequestKind kind = EngineRequestKind::begin;
    std::uint32_t array_count = 0;
    // Among the function's calls that CUDA can refuse, the one that is refused, from 1; 0:
    // none.
    std::uint32_t refuse = 0;
    std::uint32_t last_first = 0;     // begin: the last array gets the lowest address
    std::uint32_t same_place = 0;     // begin: the arrays lie where those of the last call lay
    CallArray arrays[most_arguments]; // begin: put on the device; end: fetched from there
    WantedLaunch wanted[most_wanted_launches];          // begin; with Setup::keep_arrays
    std::uint64_t trace_offset = 0, trace_capacity = 0; // end: where the trace goes
};

struct EngineReply {
    std::uint32_t failed = 0; // an array could not be made, or fetched: `text` says why
    std::uint32_t trace_truncated = 0;
    // begin, where an array found no room: what the program itself has allocated on the device.
    std::uint64_t taken_bytes = 0;
    std::uint64_t trace_bytes = 0;
    std::uint64_t addresses[most_arguments] = {}; // begin: of the arrays; 0 of an empty one
    CudaError left;         // end: the last error when the learner's function returned
    CudaError synchronised; // end: the error that the device was left with
    char text[256] = {};
};

static_assert(std::is_trivially_copyable_v<EngineRequest> &&
              std::is_trivially_copyable_v<EngineReply> && std::is_trivially_copyable_v<Setup>);

} // namespace workbook::wire
