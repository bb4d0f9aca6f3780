// The driver's virtual memory management: ranges of addresses that are reserved, memory that is
// made without an address, and which of it is mapped where.
#pragma once

#include "vgpu/runtime/host_program.hpp"

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>

namespace vgpu::runtime {

class VirtualMemory {
  public:
    // What cuMemCreate makes; its handle is the number that exec::Memory gives it.
    struct Part {
        std::uint64_t bytes = 0;
        int device = 0;
        std::uint32_t handles = 1, mappings = 0;
    };
    struct Range {
        std::uint64_t bytes = 0;
        CallStack reserved_in;
    };
    struct Mapped {
        std::uint64_t bytes = 0;
        std::uint64_t handle = 0;
        // Devices, a bit each: those that may touch it, and of these those that may only read.
        std::uint32_t users = 0, readers = 0;
    };
    using Mappings = std::map<std::uint64_t, Mapped>; // by address

    std::map<std::uint64_t, Range> ranges; // that are reserved, by address
    std::map<std::uint64_t, Part> parts;   // by handle
    Mappings mappings;

    // The range that has all of it; ranges.end(): none has.
    auto range_around(std::uint64_t address, std::uint64_t bytes) const {
        auto found = ranges.upper_bound(address);
        if (found == ranges.begin()) return ranges.end();
        --found;
        const std::uint64_t skipped = address - found->first;
        const std::uint64_t all = found->second.bytes;
        return skipped <= all && bytes <= all - skipped ? found : ranges.end();
    }
    // The mapping that has the address; mappings.end(): none has.
    Mappings::iterator mapping_at(std::uint64_t address) {
        auto found = mappings.upper_bound(address);
        if (found == mappings.begin()) return mappings.end();
        --found;
        return address - found->first < found->second.bytes ? found : mappings.end();
    }
    bool is_anything_mapped(std::uint64_t address, std::uint64_t bytes) {
        const auto next = mappings.lower_bound(address);
        return mapping_at(address) != mappings.end() ||
               (next != mappings.end() && next->first - address < bytes);
    }
    // Whether no mapping lies in the range by a part only.
    bool has_whole_mappings(std::uint64_t address, std::uint64_t bytes) {
        const std::uint64_t end = address + bytes;
        const auto at = mapping_at(address);
        if (at != mappings.end() && at->first != address) return false;
        const auto behind = mappings.lower_bound(end);
        if (mappings.lower_bound(address) == behind) return true;
        const auto last = std::prev(behind);
        return last->second.bytes <= end - last->first;
    }
    // Calls it with the address and the mapping, for those that begin in the range.
    template <class Body>
    void for_each_within(std::uint64_t address, std::uint64_t bytes, Body&& body) {
        const auto last = mappings.lower_bound(address + bytes);
        for (auto each = mappings.lower_bound(address); each != last; ++each)
            body(each->first, each->second);
    }
    // Whether the range is made of whole mappings, without a gap.
    bool is_all_mapped(std::uint64_t address, std::uint64_t bytes) const {
        auto at = mappings.find(address);
        for (const std::uint64_t end = address + bytes; address != end; ++at) {
            if (at == mappings.end() || at->first != address || at->second.bytes > end - address)
                return false;
            address += at->second.bytes;
        }
        return true;
    }
};

} // namespace vgpu::runtime
