// Accesses that take their addresses from one register.
#pragma once

#include "vgpu/exec/analyse/code_facts.hpp"
#include "vgpu/exec/executable.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"

namespace vgpu::exec {

// Gives each memory op its access (Op::access) and the access its leader (AddressShortcut). For
// when all ops are there and straight ones are marked.
void link_accesses(const isa::Function& resolved, const CodeFacts& facts, FrameLayout& layout,
                   ExecutableFunction& function);

} // namespace vgpu::exec
