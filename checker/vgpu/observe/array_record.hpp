// What was kept of a launch's accesses, array by array (array_log.hpp).
#pragma once

#include "vgpu/exec/events.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::observe {

// The launch that begins next is wanted.
struct ArrayWish {
    std::uint64_t block = 0; // whose shared memory is looked at
    std::uint64_t focus = 0; // an address of global memory that is to be in the part; 0: none
};

struct LoggedAccess {
    std::uint64_t serial = 0; // among the launch's accesses of global and shared memory, from 1
    exec::WarpPlace warp;
    isa::MemoryAction action = isa::MemoryAction::load;
    int bytes = 0; // of each lane
    std::uint32_t mask = 0;
    std::array<std::uint64_t, 32> offsets{}; // in the array
};

struct LoggedArray {
    ptx::Space space = ptx::Space::global;
    std::string name;
    std::uint64_t address = 0, bytes = 0;
    int element_bytes = 16;               // the narrowest that was accessed
    std::uint64_t from = 0, to = 0;       // the part whose accesses are kept, in bytes
    std::uint64_t count = 0;              // accesses of a warp to any of it
    std::uint64_t dropped = 0;            // of those to the part, what is not kept
    std::vector<LoggedAccess> accesses{}; // in their order
    std::uint64_t numbers = 0;            // that it takes to write them down
};

struct ArrayRecord {
    bool wanted = false;
    std::uint64_t block = 0;    // whose shared memory it was
    std::uint64_t accesses = 0; // of all warps
    bool has_others = false;    // there were more arrays
    std::vector<LoggedArray> arrays{};
};

} // namespace vgpu::observe
