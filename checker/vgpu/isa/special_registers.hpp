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

// nullopt: the virtual GPU does not have it.
std::optional<SpecialValue> find_special(std::string_view name);

} // namespace vgpu::isa
