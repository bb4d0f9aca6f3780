// Functions that the device runtime provides: vprintf, __assertfail, malloc, free, memcpy, memset,
// cudaGraphSetConditional.
#pragma once

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
    bool call(Native native, std::uint32_t lanes);

  private:
    // What a lane passes in the call, and gets of it.
    std::uint64_t argument(std::size_t index, int lane) const;
    void set_result(int lane, std::uint64_t result);

    // Where one byte behind a lane's generic address lies; null after a fault.
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

    Interpreter& interpreter_;
    Machine& machine_;
    Launch& launch_;
    const Group& group_;
    const Op& op_;
    const ControlOp& control_;
};

} // namespace vgpu::exec
