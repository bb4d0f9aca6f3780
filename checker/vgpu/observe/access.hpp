// One memory access as the observers share it: the event, its code place, and its shape, found
// once.
#pragma once

#include "vgpu/exec/events.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <deque>

namespace vgpu::observe {

inline constexpr std::uint32_t full_mask = 0xffffffffu;

// Of the lanes' conditions, each all-ones or zero: a bit each.
inline std::uint32_t bits_of(const std::array<std::uint64_t, 32>& conditions) {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        bits |= static_cast<std::uint32_t>(conditions[lane]) & (1u << lane);
    return bits;
}

// How the addresses lie to each other. An instruction's are mostly alike each time, so this is kept
// for its next execution.
struct Shape {
    enum class Half : std::uint8_t { other, contiguous, uniform };

    std::uint64_t pattern = 0; // AccessEvent::pattern
    std::uint32_t place = 0;   // in the PlaceTable
    ptx::Space space = ptx::Space::generic;
    int bytes = 0;
    bool loads = false;
    // A plain load or store by whole half warps, each a row or, of loads, one place: what follows
    // of its kind is told by the first address alone.
    bool is_simple = false;
    // Of a simple one, whose 32 lanes have 4 or 8 bytes each in one row: its bytes. Otherwise 0.
    std::uint32_t row_bytes = 0;
    // A simple load of 4 bytes a lane from shared memory, each half warp's for itself: what kernels
    // with tiles of 16 columns do.
    bool is_tile = false;
    bool ends_copy = false;           // AccessEvent::copied
    bool contiguous = false;          // all 32 lanes; lane l at addresses[0] + l * bytes
    bool uniform = false;             // every lane of the mask at one address
    std::array<Half, 2> half{};       // of a full mask: lanes 0 to 15 and 16 to 31 by themselves
    std::uint64_t to_second_half = 0; // from lane 0's address to lane 16's
    // traffic.hpp: sectors or conflicts at first addresses with that remainder by 32.
    static constexpr std::uint8_t not_counted = 255;
    std::uint8_t counted_phase = not_counted;
    std::uint32_t sectors = 0, conflicts = 0;
    std::uint64_t race_bits = 0; // racecheck: of the cells that its accesses leave
    // racecheck: whether no two lanes have a cell in common
    enum class Apart : std::uint8_t { unknown, yes, no } apart = Apart::unknown;
    std::uint32_t work_party = 0; // WorkRaces: whose accesses they are
    std::uint64_t repeats = 0; // accesses with those sectors and conflicts that are not counted yet
    // Of the first lane: the last address, and where it is soon if it goes on like that. Shadow
    // memory is fetched ahead, as the executor does with the memory itself.
    std::uint64_t last = 0, soon = 0;

    void expect_next(std::uint64_t first) {
        constexpr std::uint64_t steps = 4;
        soon = first + steps * (first - last);
        last = first;
    }
};

struct Access {
    const exec::AccessEvent& event;
    std::uint32_t place; // in the PlaceTable
    Shape& shape;
    bool contiguous = shape.contiguous, uniform = shape.uniform;

    bool loads() const { return event.operation->action == isa::MemoryAction::load; }
    bool stores() const { return event.operation->action == isa::MemoryAction::store; }
    bool updates() const {
        return event.operation->action == isa::MemoryAction::atomic ||
               event.operation->action == isa::MemoryAction::reduction;
    }
    int first_lane() const { return std::countr_zero(event.mask); }
};

// Branch-free over the lanes, so that it costs a few vector instructions.
inline Shape::Half shape_of_half(const std::uint64_t* address, std::uint64_t bytes) {
    std::uint64_t off_row = 0, off_first = 0;
    for (std::uint64_t lane = 0; lane < 16; ++lane) {
        off_row |= address[lane] ^ (address[0] + lane * bytes);
        off_first |= address[lane] ^ address[0];
    }
    if (off_row == 0) return Shape::Half::contiguous;
    return off_first == 0 ? Shape::Half::uniform : Shape::Half::other;
}

inline bool is_simple_shape(const exec::AccessEvent& event, const Shape& shape) {
    const isa::MemoryOperation& operation = *event.operation;
    const auto is_simple_half = [&](Shape::Half half) {
        return half == Shape::Half::contiguous || (half == Shape::Half::uniform && shape.loads);
    };
    return event.pattern != 0 && event.mask == full_mask && !event.keeps_neighbours &&
           (event.space == ptx::Space::global || event.space == ptx::Space::shared) &&
           (shape.loads || operation.action == isa::MemoryAction::store) &&
           operation.ordering == isa::Ordering::weak && is_simple_half(shape.half[0]) &&
           is_simple_half(shape.half[1]);
}

inline Shape shape_of(const exec::AccessEvent& event, std::uint32_t place) {
    Shape shape;
    shape.pattern = event.pattern;
    shape.place = place;
    shape.space = event.space;
    shape.bytes = event.bytes;
    shape.loads = event.operation->action == isa::MemoryAction::load;
    shape.ends_copy = !shape.loads && event.copied != 0;
    const std::uint64_t* address = event.addresses;
    if (event.mask == full_mask) {
        const auto bytes = static_cast<std::uint64_t>(event.bytes);
        shape.half = {shape_of_half(address, bytes), shape_of_half(address + 16, bytes)};
        shape.contiguous = shape.half[0] == Shape::Half::contiguous &&
                           shape.half[1] == shape.half[0] && address[16] == address[0] + 16 * bytes;
        shape.uniform = shape.half[0] == Shape::Half::uniform && shape.half[1] == shape.half[0] &&
                        address[16] == address[0];
        shape.to_second_half = address[16] - address[0];
        shape.is_simple = is_simple_shape(event, shape);
        if (shape.is_simple && shape.contiguous && !shape.ends_copy &&
            (event.bytes == 4 || event.bytes == 8))
            shape.row_bytes = 32 * static_cast<std::uint32_t>(event.bytes);
        shape.is_tile = shape.is_simple && shape.loads && event.bytes == 4 && !shape.contiguous &&
                        !shape.uniform && event.space == ptx::Space::shared;
        return shape;
    }
    const std::uint64_t first = address[std::countr_zero(event.mask)];
    shape.uniform = true;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1)
        shape.uniform = shape.uniform && address[std::countr_zero(rest)] == first;
    return shape;
}

// The shapes of one launch, by place.
class ShapeTable {
  public:
    void clear() {
        shapes_.clear();
        repeated_.fill({});
    }
    Shape& at(std::uint32_t place) {
        if (place >= shapes_.size()) shapes_.resize(place + 16);
        return shapes_[place];
    }
    // Makes a place's shape that of the event.
    void renew(Shape& shape, const exec::AccessEvent& event, std::uint32_t place) {
        if (event.pattern == 0 || shape.pattern != event.pattern) {
            const std::uint64_t before = shape.last;
            forget(shape);
            shape = shape_of(event, place);
            shape.last = before;
        }
        if (shape.is_simple) entry(shape.pattern) = {shape.pattern, &shape};
        shape.expect_next(event.addresses[std::countr_zero(event.mask)]);
    }
    std::deque<Shape>& all() { return shapes_; }
    // The shape of a simple access that was seen before; null when there is none.
    Shape* of_repeated(std::uint64_t pattern) {
        const Entry& known = entry(pattern);
        return known.pattern == pattern ? known.shape : nullptr;
    }

  private:
    // A simple shape that has this pattern now: whoever finds it need not ask.
    struct Entry {
        std::uint64_t pattern = 0;
        Shape* shape = nullptr;
    };
    Entry& entry(std::uint64_t pattern) { return repeated_[pattern % repeated_.size()]; }
    // Before its place gets another one.
    void forget(const Shape& shape) {
        Entry& known = entry(shape.pattern);
        if (known.shape == &shape) known = {};
    }

    std::deque<Shape> shapes_;           // stay where they are
    std::array<Entry, 1024> repeated_{}; // by pattern; of two that meet there the later one
};

// Lanes are served in phases of at most 128 bytes: 32 lanes up to 4 bytes each, 16 of 8, 8 of 16.
inline int lanes_per_phase(int bytes) { return bytes <= 4 ? 32 : 128 / bytes; }

} // namespace vgpu::observe
