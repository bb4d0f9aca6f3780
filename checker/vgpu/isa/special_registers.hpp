// The special registers of PTX (PTX ISA 10), by name.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <optional>
#include <string_view>

namespace vgpu::isa {

struct SpecialValue {
    std::string_view name;                       // "%tid.x"
    SpecialRegister reg = SpecialRegister::none; // none: always `constant`
    Storage storage = Storage::word;
    std::uint64_t constant = 0;
};

// The part of a block's shared memory that a program finds through %reserved_smem_offset_*, behind
// the program's own; as large as that of real devices. Its second half begins at ..._offset_1:
// cooperative groups keep the barriers of tiles of several warps there.
inline constexpr std::uint64_t reserved_shared_bytes = 1024;
// The part of it that lies between ..._offset_begin and ..._offset_end (an H200's answer).
inline constexpr std::uint64_t reserved_shared_offered = 288;

// nullopt: the virtual GPU does not have it.
std::optional<SpecialValue> find_special(std::string_view name);

} // namespace vgpu::isa
