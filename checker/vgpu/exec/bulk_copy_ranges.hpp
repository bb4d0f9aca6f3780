// The bytes that a bulk copy reads or writes, as observers are told of them.
#pragma once

#include "vgpu/exec/bulk_copies.hpp"
#include "vgpu/exec/memory_access.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::exec {

// Many bytes of one lane, as accesses of one kind.
struct CopyRange {
    const BulkCopy& copy;
    isa::MemoryAction action;
    ptx::Space space;
    std::uint64_t other_block;
    const std::vector<BulkCopy::Span>& spans;
};

// How the copy's bytes are accessed: a load, a store, or a reduction of what is there.
const isa::MemoryOperation& operation_of(isa::MemoryAction action);

// Tells observers of accesses that are made now.
void tell_range(const Machine& machine, const CopyRange& range);
// Tells observers of accesses that are open under this number.
void open_range(const Machine& machine, std::uint64_t number, const CopyRange& range);

CopyRange target_of(const BulkCopy& copy);

// The largest power of two of bytes, up to a piece, to which the address is aligned.
inline std::uint32_t aligned_bytes(std::uint64_t address, std::uint64_t most) {
    const std::uint64_t limit = std::min<std::uint64_t>(std::bit_floor(most), BulkCopy::piece);
    return static_cast<std::uint32_t>(address == 0 ? limit
                                                   : std::min(limit, address & (~address + 1)));
}

} // namespace vgpu::exec
