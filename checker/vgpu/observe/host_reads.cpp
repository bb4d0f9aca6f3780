#include "vgpu/observe/host_reads.hpp"

#include <algorithm>
#include <iterator>

namespace vgpu::observe {

void HostReads::on_launch_begin(const exec::LaunchInfo& /*info*/) {
    for (auto& [address, range] : ranges_) range = Range(range.bytes);
}

void HostReads::touch(std::uint64_t address, std::uint64_t bytes, bool reads) {
    const auto behind = ranges_.upper_bound(address);
    if (behind == ranges_.begin()) return;
    auto& [begin, range] = *std::prev(behind);
    const std::uint64_t offset = address - begin;
    if (offset >= range.bytes) return;
    if (!range.touched && range.bytes <= most_kept_bytes) {
        const std::byte* const content = view_(begin);
        range.before.assign(content, content + range.bytes);
    }
    range.touched = true;
    if (!reads) {
        range.written = true;
        return;
    }
    const std::uint64_t end = std::min(offset + bytes, range.bytes);
    const bool is_first = range.read_end == range.read_begin;
    range.read_begin = is_first ? offset : std::min(range.read_begin, offset);
    range.read_end = is_first ? end : std::max(range.read_end, end);
}

void HostReads::on_access(const exec::AccessEvent& event) {
    if (event.space != ptx::Space::global || ranges_.empty() ||
        event.operation->action == isa::MemoryAction::prefetch)
        return;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    const bool reads = event.operation->action != isa::MemoryAction::store &&
                       event.operation->action != isa::MemoryAction::reduction;
    for (int lane = 0; lane < isa::warp_size; ++lane)
        if ((event.mask >> lane & 1) != 0) touch(event.addresses[lane], bytes, reads);
}

} // namespace vgpu::observe
