// The text of an entry, whichever way it is stored.
#pragma once

#include "vgpu/runtime/fatbin/container.hpp"

#include <string>

namespace vgpu::runtime::fatbin {

// Exactly `uncompressed_bytes` of text, or what is wrong. Memory is taken as the data justify it,
// not as the header claims.
Expected<std::string> decompress(const Entry& entry);

} // namespace vgpu::runtime::fatbin
