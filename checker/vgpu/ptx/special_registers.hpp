// Names that PTX itself declares (PTX ISA, "Special Registers"), so that a register the text forgot
// to declare is told apart from one that needs no declaration. What each holds is vgpu/isa's
// business.
#pragma once

#include <string_view>

namespace vgpu::ptx {

// `name` without a component: "%tid" for %tid.x.
bool is_special_register(std::string_view name);

} // namespace vgpu::ptx
