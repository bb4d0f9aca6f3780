#include "vgpu/exec/free_ranges.hpp"

#include "vgpu/support/round_up.hpp"

#include <iterator>

namespace vgpu::exec {

std::optional<std::uint64_t> FreeRanges::take(std::uint64_t bytes, std::uint64_t alignment) {
    for (auto range = ranges_.begin(); range != ranges_.end(); ++range) {
        const auto [begin, size] = *range;
        const std::uint64_t address = round_up(begin, alignment);
        const std::uint64_t skipped = address - begin;
        if (skipped > size || bytes > size - skipped) continue;
        take_from(range, address, bytes);
        return address;
    }
    return std::nullopt;
}

bool FreeRanges::take_at(std::uint64_t address, std::uint64_t bytes) {
    const auto after = ranges_.upper_bound(address);
    if (after == ranges_.begin()) return false;
    const auto range = std::prev(after);
    const std::uint64_t skipped = address - range->first;
    if (skipped > range->second || bytes > range->second - skipped) return false;
    take_from(range, address, bytes);
    return true;
}

void FreeRanges::take_from(Ranges::iterator range, std::uint64_t address, std::uint64_t bytes) {
    const auto [begin, size] = *range;
    const std::uint64_t skipped = address - begin;
    ranges_.erase(range);
    if (skipped != 0) ranges_[begin] = skipped;
    if (const std::uint64_t rest = size - skipped - bytes; rest != 0)
        ranges_[address + bytes] = rest;
}

void FreeRanges::give(std::uint64_t address, std::uint64_t bytes) {
    const auto next = ranges_.lower_bound(address);
    if (next != ranges_.end() && next->first == address + bytes) {
        bytes += next->second;
        ranges_.erase(next);
    }
    const auto after = ranges_.lower_bound(address);
    if (after != ranges_.begin()) {
        const auto before = std::prev(after);
        if (before->first + before->second == address) {
            before->second += bytes;
            return;
        }
    }
    ranges_[address] = bytes;
}

} // namespace vgpu::exec
