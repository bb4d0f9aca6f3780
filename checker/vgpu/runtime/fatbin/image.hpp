// Device code where a running program has it: an address without a length.
//
// __cudaRegisterFatBinary hands over a wrapper, cudaLibraryLoadData a wrapper, a container or PTX
// text. Lengths come from the data themselves, so each read can find that there is no such memory.
#pragma once

#include "vgpu/runtime/fatbin/container.hpp"

#include <functional>
#include <optional>

namespace vgpu::runtime::fatbin {

// The program's memory.
struct ReadMemory {
    // Fills the span with the bytes from the address on; false when they are not all there.
    std::function<bool(std::uint64_t address, std::span<std::byte> into)> bytes;
    // The length of a text that ends with a NUL; nothing when memory ends before, or it is longer
    // than `most`.
    std::function<std::optional<std::uint64_t>(std::uint64_t address, std::uint64_t most)>
        text_length;
};

// The PTX at the address, for a device of that architecture: one text, or of relocatable device
// code (-rdc=true) one for each unit that was linked into the program.
Expected<std::vector<Ptx>> units_of_image(const ReadMemory& read, std::uint64_t image,
                                          std::uint32_t device_architecture);

} // namespace vgpu::runtime::fatbin
