// FNV-1a of 64 bits, by Fowler, Noll and Vo (their offset basis and prime): tells apart texts and
// versions that differ by accident. It protects nothing; text_hash.hpp is for texts that an
// attacker chooses.
#pragma once

#include <cstdint>
#include <string_view>

namespace workbook::wire {

// For a text in parts, `so_far` is the hash of the parts before.
inline std::uint64_t fnv1a(std::string_view text, std::uint64_t so_far = 0xcbf29ce484222325u) {
    for (const char c : text) so_far = (so_far ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return so_far;
}

} // namespace workbook::wire
