// Initcheck of copied objects: bytes that were never written are uninitialised at their new place,
// too, and are reported where they are used. If nothing of the object was ever written, the line
// that copies it is reported.
#include "vgpu/observe/initcheck.hpp"

#include <algorithm>

namespace vgpu::observe {

namespace {

constexpr std::uint64_t bytes_of_row = 4; // of a parameter area, of one lane (lane_bytes.hpp)

std::uint64_t element_bytes(const exec::AccessEvent& event) {
    return static_cast<std::uint64_t>(event.operation->width);
}

// Calls it with each element that is copied.
template <class Body>
void for_copied_elements(const exec::AccessEvent& event, Body&& body) {
    for (std::uint32_t rest = event.copied; rest != 0; rest &= rest - 1)
        body(static_cast<std::uint64_t>(std::countr_zero(rest)));
}

std::uint64_t warp_of(const exec::WarpPlace& warp) { return 32 * warp.block + warp.warp; }

UnwrittenValues::Word word_of(const exec::AccessEvent& event, std::uint64_t element) {
    return {warp_of(event.warp), event.words[element]};
}

UnwrittenValues::Word row_of(const exec::AccessEvent& event, std::uint64_t offset) {
    return {warp_of(event.warp), event.area + offset / bytes_of_row * bytes_of_row * 32};
}

} // namespace

bool Initcheck::object_was_touched(const exec::AccessEvent& event, int lane) {
    const std::uint64_t address = event.addresses[lane];
    const std::uint64_t begin = address - std::min<std::uint64_t>(address, event.object_before);
    const std::uint64_t end = address + event.object_behind;
    if (event.space == ptx::Space::global) return was_written(begin, end - begin, false);
    if (event.space == ptx::Space::shared)
        return any_written(shared_bits(event.memory_block()).data(), begin,
                           std::min(end, shared_bytes_) - begin);
    // Without optimisation objects of a thread's own are copied before anything is put into them.
    if (event.object_before + event.object_behind > 2 * static_cast<std::uint32_t>(event.bytes))
        return true;
    const std::uint32_t own = 1u << lane;
    for (std::uint64_t at = begin; at < std::min<std::uint64_t>(end, local_lanes_->size()); ++at)
        if (((*local_lanes_)[at] & own) != 0) return true;
    return false;
}

void Initcheck::load_copy(const Access& load, int lane, std::uint64_t written) {
    const exec::AccessEvent& event = load.event;
    const std::uint64_t all = ~0ull >> (64 - event.bytes);
    if (written == all) return;
    const bool copies_all = event.copied == (1u << event.operation->count) - 1;
    if (written == 0 && !(copies_all && object_was_touched(event, lane)))
        return found(load, lane, event.addresses[lane]);
    for_copied_elements(event, [&](std::uint64_t element) {
        const std::uint64_t bytes = element_bytes(event);
        const std::uint64_t unwritten =
            (all & ~written) >> (element * bytes) & (~0ull >> (64 - bytes));
        if (unwritten != 0)
            copies_.add(word_of(event, element), static_cast<std::uint32_t>(lane),
                        static_cast<std::uint8_t>(unwritten));
    });
}

// Calls load_copy for the lanes that have not written all of these bytes.
void Initcheck::load_local_copy(const Access& load, std::uint32_t lanes, std::uint64_t first) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        std::uint64_t written = 0;
        for (int byte = 0; byte < load.event.bytes; ++byte)
            written |=
                std::uint64_t{((*local_lanes_)[first + static_cast<std::uint64_t>(byte)] >> lane) &
                              1}
                << byte;
        load_copy(load, lane, written);
    }
}

void Initcheck::store_copy(const Access& store) {
    const exec::AccessEvent& event = store.event;
    for_copied_elements(event, [&](std::uint64_t element) {
        const auto unwritten = copies_.take(word_of(event, element), event.mask);
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            for (std::uint32_t rest = unwritten[lane]; rest != 0; rest &= rest - 1)
                unmark(event, lane,
                       event.addresses[lane] + element * element_bytes(event) +
                           static_cast<std::uint64_t>(std::countr_zero(rest)));
    });
}

// Takes back what the store has just noted of a byte.
void Initcheck::unmark(const exec::AccessEvent& store, std::uint32_t lane, std::uint64_t address) {
    if (store.space == ptx::Space::local) (*local_lanes_)[address] &= ~(1u << lane);
    if (store.space == ptx::Space::shared && shared_bytes_ != 0)
        shared_bits(store.memory_block())[address / 64] &= ~(1ull << address % 64);
    if (store.space == ptx::Space::global && regions_.find(address) != nullptr) {
        mark(address, 1, false);
        written_until_.clear();
    }
}

// Loads and stores of a function's parameter area. Reads of it are not reported: optimised code
// loads parameters before it knows whether it needs them.
void Initcheck::parameters(const exec::AccessEvent& event) {
    if (copies_.empty()) return;
    const bool stores = event.operation->action == isa::MemoryAction::store;
    for_copied_elements(event, [&](std::uint64_t element) {
        const std::uint64_t bytes = element_bytes(event);
        const auto values =
            stores ? copies_.take(word_of(event, element), event.mask) : UnwrittenValues::Lanes{};
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::uint64_t begin = event.addresses[lane] + element * bytes;
            for (std::uint64_t byte = 0; byte < bytes; ++byte) {
                const auto row = row_of(event, begin + byte);
                const auto bit = static_cast<std::uint8_t>(1 << (begin + byte) % bytes_of_row);
                if (stores)
                    copies_.set(row, lane, bit, (values[lane] >> byte & 1) != 0);
                else if (copies_.has(row, lane, bit))
                    copies_.add(word_of(event, element), lane,
                                static_cast<std::uint8_t>(1 << byte));
            }
        }
    });
}

void Initcheck::pass(const exec::PassEvent& event) {
    const std::uint64_t warp = warp_of(event.warp);
    for (std::uint64_t at = 0; at < event.bytes && !copies_.empty(); at += bytes_of_row) {
        const UnwrittenValues::Word from{warp, event.from + at * 32}, to{warp, event.to + at * 32};
        const auto values = copies_.take(from, event.mask);
        copies_.take(to, event.mask); // of an earlier call
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            if (values[lane] != 0) copies_.add(to, lane, values[lane]);
    }
}

void Initcheck::frame_end(const exec::WarpPlace& warp, const std::byte* area, std::uint64_t bytes) {
    copies_.forget(warp_of(warp), area, bytes);
}

} // namespace vgpu::observe
