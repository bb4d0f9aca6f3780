// Runs a launch that was accepted, when its turn has come.
#pragma once

#include "vgpu/runtime/runtime.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vgpu::runtime {

// A launch that was accepted, as it waits for its turn.
struct PendingLaunch {
    exec::KernelId id = 0;
    exec::LaunchConfig config;
    std::vector<std::byte> parameters;
    std::string name;
    nlohmann::json event; // in the trace; null: in none
    Trace::Ticket ticket = 0;
    std::uint64_t number = 0; // among those that the trace of the call has
    CallStack stack; // of a library's kernel: its faults are reported with the program's line
    std::string launched_in; // of one that a kernel has launched
    std::vector<std::pair<Trace::Ticket, std::uint64_t>> children; // and when each began
};

Lasting run_launch(Runtime& runtime, exec::Device& device, PendingLaunch& launch,
                   const WorkPlace& place);

} // namespace vgpu::runtime
