// Functions that the device runtime provides: vprintf, __assertfail, malloc, free, memcpy, memset,
// cudaGraphSetConditional, and the calls of device_calls.hpp.
#pragma once

#include "vgpu/exec/device_calls.hpp"
#include "vgpu/exec/interpreter.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vgpu::exec {

// One call of them by a group of lanes.
class Natives {
  public:
    Natives(Interpreter& interpreter, const Group& group, const Op& op, const ControlOp& control);
    // False after a fault.
    bool call(const ExecutableFunction& callee, std::uint32_t lanes);

  private:
    // What a lane passes in the call, and gets of it.
    std::uint64_t argument(std::size_t index, int lane) const;
    void set_result(int lane, std::uint64_t result);

    // The byte at a lane's generic address, on the host; null after a fault.
    std::byte* locate_byte(std::uint64_t address, int lane, isa::MemoryAction action);
    bool read_byte(std::uint64_t address, int lane, char& byte);
    std::optional<std::string> read_string(std::uint64_t address, int lane);
    void announce_byte(const isa::MemoryOperation& operation, std::uint64_t generic, int lane,
                       const std::byte* host, std::uint64_t at, std::uint64_t object);

    bool print(std::uint32_t lanes);
    bool fail_assertion(std::uint32_t lanes);
    bool allocate(std::uint32_t lanes);
    bool free(std::uint32_t lanes);
    bool fill(Native native, std::uint32_t lanes);
    bool set_condition(std::uint32_t lanes);

    // device_calls.cpp
    friend class NativeCaller;
    bool call_device_runtime(DeviceCall which, std::uint32_t lanes);
    bool store_bytes(std::uint64_t address, const void* bytes, std::size_t count, int lane);
    // The heap of malloc: 0 when it is full; false when it has not given out the address.
    std::uint64_t take_memory(std::uint64_t bytes);
    bool give_memory_back(std::uint64_t address);

    Interpreter& interpreter_;
    Machine& machine_;
    Launch& launch_;
    const Group& group_;
    const Op& op_;
    const ControlOp& control_;
};

} // namespace vgpu::exec
