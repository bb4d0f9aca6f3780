#include "vgpu/runtime/registered_memory.hpp"

#include "vgpu/exec/reservation.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "vgpu/support/round_up.hpp"

#include <unistd.h>

namespace vgpu::runtime {

bool RegisteredMemory::is_of_arena(const Range& range) const {
    return range.page_begin - arena_.begin < arena_.bytes &&
           range.page_bytes <= arena_.bytes - (range.page_begin - arena_.begin);
}

Expected<std::uint64_t> RegisteredMemory::add(exec::Memory& memory, std::uint64_t begin,
                                              std::uint64_t bytes, unsigned flags,
                                              const std::string& origin) {
    const std::uint64_t page = exec::page_size();
    std::uint64_t end = 0;
    if (__builtin_add_overflow(begin, bytes, &end) || end > UINT64_MAX - page)
        return Diagnostic{"the range is not all memory that the program may read and write", {}};
    end = round_up(end, page);
    Range range{begin, bytes, begin / page * page, 0, 0, flags};
    range.page_bytes = end - range.page_begin;
    if (!host_program().is_mapped(range.page_begin, range.page_bytes))
        return Diagnostic{"the range is not all memory that the program may read and write", {}};
    for (const auto& [other_begin, other] : ranges_)
        if (range.page_begin < other.page_begin + other.page_bytes && other.page_begin < end)
            return Diagnostic{
                "the range lies in the same page as one that is registered already: align "
                "both to pages",
                {}};
    const auto device = memory.allocate_host_visible(
        range.page_bytes, origin, static_cast<std::uint32_t>(current_device_of_thread()));
    if (!device) return Diagnostic{"the device has no room for it", {}};
    range.device_begin = *device;
    const bool shared = is_of_arena(range);
    std::string obstacle;
    if (shared &&
        !memory.share_file(*device, range.page_bytes, arena_.file, range.page_begin - arena_.begin))
        obstacle = "the system refuses to map it a second time";
    else {
        const auto pages =
            host_program().share_pages(range.page_begin, range.page_bytes, *device, shared);
        obstacle = pages.obstacle;
        range.own_pages = !shared && pages.file < 0;
        if (pages.file >= 0) {
            if (!memory.share_file(*device, range.page_bytes, pages.file, pages.offset))
                obstacle = "the system refuses to map its file";
            close(pages.file);
        }
    }
    if (!obstacle.empty()) {
        memory.free(*device);
        return Diagnostic{std::move(obstacle), {}};
    }
    ranges_.emplace(begin, range);
    return range.device_address(begin);
}

void RegisteredMemory::remove(exec::Memory& memory, std::uint64_t begin) {
    const auto at = ranges_.find(begin);
    const Range range = at->second;
    ranges_.erase(at);
    if (range.own_pages) host_program().unshare_pages(range.page_begin, range.page_bytes);
    memory.free(range.device_begin);
}

const RegisteredMemory::Range* RegisteredMemory::find(std::uint64_t host_address) const {
    const auto after = ranges_.upper_bound(host_address);
    if (after == ranges_.begin()) return nullptr;
    const Range& range = std::prev(after)->second;
    return host_address - range.begin < range.bytes ? &range : nullptr;
}

std::optional<std::uint64_t> RegisteredMemory::host_address(std::uint64_t device_address) const {
    for (const auto& [begin, range] : ranges_)
        if (const std::uint64_t offset = device_address - range.device_begin;
            offset < range.page_bytes)
            return range.page_begin + offset;
    return std::nullopt;
}

bool RegisteredMemory::overlaps(std::uint64_t begin, std::uint64_t bytes) const {
    for (const auto& [other_begin, range] : ranges_)
        if (begin < range.begin + range.bytes && range.begin < begin + bytes) return true;
    return false;
}

} // namespace vgpu::runtime
