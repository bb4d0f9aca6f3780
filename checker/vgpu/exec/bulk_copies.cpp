// What becomes of bulk copies that have begun: they arrive when they have been waited for.
#include "vgpu/exec/bulk_copies.hpp"

#include "vgpu/exec/bulk_copy_ranges.hpp"
#include "vgpu/exec/shared_moves.hpp"

#include <cstring>

namespace vgpu::exec {

void BulkCopy::write(const Machine& machine) const {
    const std::byte* from = bytes.data();
    for (const Place& to : places) {
        if (reduction == nullptr) store_bytes(machine, to.host, from, to.bytes);
        for (std::uint32_t at = 0; reduction != nullptr && at < to.bytes; at += width) {
            std::uint64_t old = 0, value = 0;
            load_bytes(machine, to.host + at, &old, width);
            std::memcpy(&value, from + at, width);
            const std::uint64_t now = reduction(old, value, 0);
            store_bytes(machine, to.host + at, &now, width);
        }
        from += to.bytes;
    }
}

// Ends a copy that a group has waited for.
void Interpreter::arrive(BulkCopy& copy, bool only_read) {
    const auto each = [&](const auto& tell) {
        for (Observer* observer : machine_.listeners.access) tell(*observer);
    };
    if (!copy.has_arrived) {
        each([&](Observer& it) { it.on_settle(copy.read_number, copy.lanes(), nullptr, true); });
        each([&](Observer& it) { it.on_close(copy.write_number, copy.lanes()); });
        if (wants_accesses_) tell_range(machine_, target_of(copy));
        copy.write(machine_);
        copy.has_arrived = true;
        if (only_read && wants_accesses_) open_range(machine_, copy.write_number, target_of(copy));
    } else if (!only_read) {
        each([&](Observer& it) { it.on_close(copy.write_number, copy.lanes()); });
        if (wants_accesses_)
            open_range(machine_, copy.write_number, target_of(copy)); // it is written now
        each([&](Observer& it) { it.on_close(copy.write_number, copy.lanes()); });
    }
}

void Interpreter::wait_for_bulk_copies(const std::array<std::uint32_t, warp_size>& open,
                                       std::uint32_t lanes, bool only_read) {
    warp_->bulk.wait(lanes, open, [&](BulkCopy& copy) {
        arrive(copy, only_read);
        return !only_read;
    });
}

} // namespace vgpu::exec
