#include "vgpu/observe/reach.hpp"

#include "vgpu/exec/sampling.hpp"

#include <algorithm>
#include <sys/mman.h>

namespace vgpu::observe {

void Reach::on_allocate(std::uint64_t address, std::uint64_t bytes, bool /*initialised*/) {
    if (bytes >= exec::repeated_from) rows_.push_back({address, bytes});
}

void Reach::on_free(std::uint64_t address, std::uint64_t /*bytes*/) {
    for (Row& row : rows_)
        if (row.address == address) row.live = false;
}

// A page counts as memory of the process at each address where it was touched, though it is the
// same one again. What is written there stays in its file.
void Reach::unmap_pages() {
    for (const Row& row : rows_)
        if (row.live) madvise(memory_.host_view(row.address), row.bytes, MADV_DONTNEED);
}

void Reach::on_access(const exec::AccessEvent& event) {
    constexpr std::uint64_t many = 1 << 15;
    if (event.space != ptx::Space::global) return;
    if (++accesses_ % many == 0) unmap_pages();
    std::uint64_t last = 0;
    for (int lane = 0; lane < isa::warp_size; ++lane)
        if ((event.mask >> lane & 1) != 0) last = std::max(last, event.addresses[lane]);
    // The last one first: where an address has been given out again, that is who has it now.
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
        if (last - row->address < row->bytes) {
            row->end = std::max(row->end, last - row->address + static_cast<std::uint64_t>(event.bytes));
            return;
        }
}

void Reach::begin_call() {
    for (Row& row : rows_) row.end = 0;
    cut_ = false;
}

} // namespace vgpu::observe
