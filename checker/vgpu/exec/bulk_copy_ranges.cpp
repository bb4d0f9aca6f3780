// Tells observers of a bulk copy's bytes, in parts that they can keep.
#include "vgpu/exec/bulk_copy_ranges.hpp"

#include "vgpu/exec/access_event.hpp"

#include <array>

namespace vgpu::exec {

using ptx::Space;

const isa::MemoryOperation& operation_of(isa::MemoryAction action) {
    static const auto of = [](isa::MemoryAction its_action) {
        isa::MemoryOperation operation =
            plain_operation(its_action, Space::generic, ptx::Type::b32, 4, BulkCopy::piece / 4);
        if (its_action != isa::MemoryAction::reduction) return operation;
        operation.ordering = isa::Ordering::relaxed; // PTX ISA 9.7.9.25.4, of each reduction
        operation.scope = isa::Scope::gpu;
        return operation;
    };
    static const isa::MemoryOperation load = of(isa::MemoryAction::load),
                                      store = of(isa::MemoryAction::store),
                                      reduction = of(isa::MemoryAction::reduction);
    return action == isa::MemoryAction::load    ? load
           : action == isa::MemoryAction::store ? store
                                                : reduction;
}

namespace {

// Calls body(event) for parts that do not cross a multiple of `most`. A span that does not consist
// of whole pieces comes in smaller parts.
template <class Body>
void each_part(const CopyRange& range, std::uint64_t most, const Body& body) {
    for (const BulkCopy::Span& span : range.spans) {
        const std::uint64_t end = span.address + span.bytes;
        const bool is_whole = (span.address | span.bytes) % BulkCopy::piece == 0;
        for (std::uint64_t at = span.address; at < end;) {
            const std::uint64_t next = is_whole ? std::min(end, at / most * most + most)
                                                : at + aligned_bytes(at, end - at);
            std::array<std::uint64_t, warp_size> addresses;
            addresses.fill(at);
            AccessEvent event = access_event(
                range.copy.place, range.copy.warp, range.copy.lanes(), range.space,
                addresses.data(), static_cast<int>(next - at), operation_of(range.action));
            event.other_block = range.other_block;
            event.of_async_proxy = true;
            body(event);
            at = next;
        }
    }
}

constexpr std::uint64_t open_part = 1 << 16; // observers keep what they know in pages of this size

} // namespace

void tell_range(const Machine& machine, const CopyRange& range) {
    each_part(range, BulkCopy::piece, [&](const AccessEvent& event) {
        for (Observer* observer : machine.listeners.access) observer->on_access(event);
    });
}
void open_range(const Machine& machine, std::uint64_t number, const CopyRange& range) {
    each_part(range, open_part, [&](const AccessEvent& event) {
        for (Observer* observer : machine.listeners.access) observer->on_open(number, event);
    });
}

CopyRange target_of(const BulkCopy& copy) {
    const bool reduces = copy.reduction != nullptr;
    return {copy, reduces ? isa::MemoryAction::reduction : isa::MemoryAction::store, copy.space,
            copy.other_block, copy.targets};
}

} // namespace vgpu::exec
