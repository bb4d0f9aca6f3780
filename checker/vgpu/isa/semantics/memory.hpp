// What loads, stores and atomics share: an instruction's modifiers as a MemoryOperation.
#pragma once

#include "vgpu/isa/semantics/choose.hpp"

namespace vgpu::isa::semantics {

// An L2::cache_hint policy is a further operand that changes nothing but speed.
void drop_cache_policy(const Form& form, Instruction& instruction);

// Fills in instruction.memory. False if there are not as many values as the access has elements, or
// if these are more than 32 bytes.
bool describe_access(const Form& form, Instruction& instruction, MemoryAction action,
                     std::size_t values);

} // namespace vgpu::isa::semantics
