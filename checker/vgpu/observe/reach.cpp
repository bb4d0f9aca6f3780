#include "vgpu/observe/reach.hpp"

#include "vgpu/exec/sampling.hpp"

#include <algorithm>

namespace vgpu::observe {

void Reach::on_allocate(std::uint64_t address, std::uint64_t bytes, bool /*initialised*/) {
    if (bytes >= exec::repeated_from) rows_.push_back({address, bytes});
}

void Reach::on_free(std::uint64_t address, std::uint64_t /*bytes*/) {
    for (Row& row : rows_)
        if (row.address == address) row.live = false;
}

void Reach::on_access(const exec::AccessEvent& event) {
    if (event.space != ptx::Space::global || rows_.empty()) return;
    std::uint64_t last = 0;
    for (int lane = 0; lane < isa::warp_size; ++lane) { // no branch: it becomes vector code
        const std::uint64_t is_in = event.mask >> lane & 1;
        last = std::max(last, event.addresses[lane] & (0 - is_in));
    }
    for (Row& row : rows_)
        if (row.live && last - row.address < row.bytes)
            row.end =
                std::max(row.end, last - row.address + static_cast<std::uint64_t>(event.bytes));
}

void Reach::begin_call() {
    std::erase_if(rows_, [](const Row& row) { return !row.live; });
    for (Row& row : rows_) row.end = 0;
    cut_ = false;
}

} // namespace vgpu::observe
