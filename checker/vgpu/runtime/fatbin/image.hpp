// Device code where a running program has it: a pointer without a length.
//
// __cudaRegisterFatBinary hands over a wrapper, cudaLibraryLoadData a wrapper, a container or PTX
// text. Lengths come from the data themselves, so each read is first checked to lie in mapped
// memory.
#pragma once

#include "vgpu/runtime/fatbin/container.hpp"

namespace vgpu::runtime::fatbin {

// Whether all of [address, address + bytes) is mapped in this process. It may still be protected.
bool is_mapped(const void* address, std::uint64_t bytes);

// The PTX behind the pointer, for a device of that architecture: one text, or of relocatable device
// code (-rdc=true) one for each unit that was linked into the program.
Expected<std::vector<Ptx>> units_of_image(const void* image, std::uint32_t device_architecture);

} // namespace vgpu::runtime::fatbin
