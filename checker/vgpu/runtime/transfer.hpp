// Moving and setting bytes when it is their turn in the stream: between memory of the device, and
// memory of the program, which is in another process.
#pragma once

#include "vgpu/runtime/copies.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vgpu::runtime {

// One side of a copy or set when it runs.
struct Side {
    Pointer pointer;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0; // from first to last
    Strides strides;
    const char* verb = "";
};

struct Transfer {
    const char* api = "";
    Box box;
    Side source, destination;
    std::vector<std::byte> staged; // the source's bytes, if they were taken when it was asked for
    Strides staged_strides;
    nlohmann::json event;
    Trace::Ticket ticket = 0;
    bool of_graph = false;      // long after its pointers were looked at
    bool returns_early = false; // its call returns before all bytes have arrived
};

// How many bytes of a row that a copy of `copied` bytes brings from memory of the host to the
// device are the program's own. `shared`: where kernels reach that memory; 0: they do not.
std::uint64_t own_bytes_of_row(Runtime& runtime, std::span<const std::byte> bytes,
                               std::uint64_t copied, std::uint64_t address, std::uint64_t shared);
// Large arrays repeat what stands here (exec/sampling.hpp).
Box first_period(Box box);
// Takes the bytes of pageable memory, rows without gaps. False: not all of them could be read.
bool stage(Transfer& transfer);
// Both answer how long it lasts on the virtual device, in nanoseconds.
Lasting move_bytes(Runtime& runtime, exec::Device* device, Transfer& transfer,
                   const WorkPlace& place);
Lasting set_bytes(Runtime& runtime, exec::Device& device, const Side& side, const Box& box,
                  int value, unsigned element, const char* api, const WorkPlace& place);

} // namespace vgpu::runtime
