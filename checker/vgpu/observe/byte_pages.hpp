// Some bytes of a range of memory, which are known by their offsets.
#pragma once

#include "vgpu/observe/written_bits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>

namespace vgpu::observe {

class BytePages {
  public:
    static constexpr std::uint64_t page_bytes = 4096;
    struct Page {
        std::array<std::byte, page_bytes> content{}; // where a byte is not known: any
        std::array<std::uint64_t, page_bytes / 64> known{};
        bool knows(std::uint64_t at) const { return (known[at / 64] >> at % 64 & 1) != 0; }
        // Whether all are known and these.
        bool holds(std::uint64_t at, std::span<const std::byte> bytes) const {
            return all_set(known.data(), at, bytes.size()) &&
                   std::memcmp(&content[at], bytes.data(), bytes.size()) == 0;
        }
        bool holds(std::uint64_t at, std::byte byte) const {
            return knows(at) && content[at] == byte;
        }
        void set(std::uint64_t at, std::byte byte) {
            content[at] = byte;
            known[at / 64] |= 1ull << at % 64;
        }
        void set(std::uint64_t at, std::span<const std::byte> bytes) {
            std::memcpy(&content[at], bytes.data(), bytes.size());
            fill_bits(known.data(), at, bytes.size(), true);
        }
    };
    using Pages = std::map<std::uint64_t, Page>; // by their first offset

    // The page that begins there; null: none of its bytes is known.
    const Page* find(std::uint64_t begin) const {
        const auto found = pages_.find(begin);
        return found == pages_.end() ? nullptr : &found->second;
    }
    Page* find(std::uint64_t begin) {
        const auto found = pages_.find(begin);
        return found == pages_.end() ? nullptr : &found->second;
    }
    Page& at(std::uint64_t begin) { return pages_[begin]; }
    const Pages& pages() const { return pages_; }

    // Calls body(page's begin, place in the page, bytes) for the part in each page.
    template <class Body>
    static void each_part(std::uint64_t offset, std::span<const std::byte> bytes,
                          const Body& body) {
        while (!bytes.empty()) {
            const std::uint64_t at = offset % page_bytes;
            const auto part = bytes.first(std::min<std::size_t>(bytes.size(), page_bytes - at));
            body(offset - at, at, part);
            offset += part.size();
            bytes = bytes.subspan(part.size());
        }
    }

  private:
    Pages pages_;
};

} // namespace vgpu::observe
