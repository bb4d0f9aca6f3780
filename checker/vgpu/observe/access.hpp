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

// One bit for each lane's condition, which is all ones or zero.
inline std::uint32_t bits_of(const std::array<std::uint64_t, 32>& conditions) {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        bits |= static_cast<std::uint32_t>(conditions[lane]) & (1u << lane);
    return bits;
}

// What the observers know of the accesses of one instruction: how the lanes' addresses differ, what
// an access costs, what it leaves in shadow memory. Mostly this is the same for the instruction's
// next execution, so it is kept.
struct Shape {
    exec::RepeatedAccess* of = nullptr; // AccessEvent::again
    std::uint32_t place = 0;            // in the PlaceTable
    ptx::Space space = ptx::Space::generic;
    int bytes = 0;
    bool loads = false;
    exec::Layout layout;
    bool ends_copy = false; // AccessEvent::copied
    // traffic.hpp: sectors or conflicts at first addresses with that remainder by 32.
    static constexpr std::uint8_t not_counted = 255;
    std::uint8_t counted_phase = not_counted;
    std::uint32_t sectors = 0, conflicts = 0;
    std::uint64_t race_bits = 0; // racecheck: of the cells that its accesses leave
    // racecheck: whether no two lanes have a cell in common
    enum class Apart : std::uint8_t { unknown, yes, no } apart = Apart::unknown;
    std::uint32_t work_party = 0; // WorkRaces: whose accesses they are
    std::uint64_t repeats = 0; // accesses with those sectors and conflicts that are not counted yet
    // The first lane's last address, and the one that it soon has if the steps go on like that.
    // Shadow memory is fetched ahead, as the executor does with the memory itself.
    std::uint64_t last = 0, soon = 0;

    void expect_next(std::uint64_t first) {
        constexpr std::uint64_t steps = 4;
        soon = first + steps * (first - last);
        last = first;
    }
    // Calls body(first lane, lanes, address, whether it is a row) for the one or two parts of an
    // access whose halves are rows or places; stops when that is false, and returns it.
    template <class Body>
    bool each_part(std::uint64_t first, const Body& body) const {
        const unsigned lanes = layout.is_row || layout.is_place ? 32 : 16;
        for (unsigned lane = 0; lane < 32; lane += lanes)
            if (!body(lane, lanes, first + (lane == 0 ? 0 : layout.to_second_half),
                      layout.half[lane / 16] == exec::Layout::Part::row))
                return false;
        return true;
    }
};

struct Access {
    const exec::AccessEvent& event;
    std::uint32_t place; // in the PlaceTable
    Shape& shape;
    bool contiguous = event.layout.is_row, uniform = event.layout.is_place;

    bool loads() const { return event.operation->action == isa::MemoryAction::load; }
    bool stores() const { return event.operation->action == isa::MemoryAction::store; }
    bool updates() const {
        return event.operation->action == isa::MemoryAction::atomic ||
               event.operation->action == isa::MemoryAction::reduction;
    }
    int first_lane() const { return std::countr_zero(event.mask); }
};

// Whether later accesses of the pattern can be decided from their first address: a plain load or
// store by whole half warps, each a row or, of loads, one place; or a volatile one by a row.
inline bool is_simple(const exec::AccessEvent& event) {
    const isa::MemoryOperation& operation = *event.operation;
    const bool is_volatile_row = operation.ordering == isa::Ordering::volatile_ &&
                                 operation.scope != isa::Scope::cta && event.layout.is_row;
    const bool loads = operation.action == isa::MemoryAction::load;
    const auto is_simple_half = [&](exec::Layout::Part half) {
        return half == exec::Layout::Part::row || (half == exec::Layout::Part::place && loads);
    };
    return event.mask == full_mask && !event.keeps_neighbours &&
           (event.space == ptx::Space::global || event.space == ptx::Space::shared) &&
           (loads || operation.action == isa::MemoryAction::store) &&
           (operation.ordering == isa::Ordering::weak || is_volatile_row) &&
           is_simple_half(event.layout.half[0]) && is_simple_half(event.layout.half[1]);
}

inline Shape shape_of(const exec::AccessEvent& event, std::uint32_t place) {
    Shape shape;
    shape.of = event.again;
    shape.place = place;
    shape.space = event.space;
    shape.bytes = event.bytes;
    shape.loads = event.operation->action == isa::MemoryAction::load;
    shape.layout = event.layout;
    shape.ends_copy = !shape.loads && event.copied != 0;
    return shape;
}

// The shapes of one launch, by place. They stay where they are.
class ShapeTable {
  public:
    void clear() { shapes_.clear(); }
    Shape& at(std::uint32_t place) {
        if (place >= shapes_.size()) shapes_.resize(place + 16);
        return shapes_[place];
    }
    // Makes a place's shape that of the event.
    static void renew(Shape& shape, const exec::AccessEvent& event, std::uint32_t place) {
        const bool is_known =
            event.again != nullptr && event.again == shape.of && event.again->known == &shape;
        if (!is_known) {
            if (shape.of != nullptr) shape.of->short_handler = nullptr; // its shape is gone
            const std::uint64_t before = shape.last;
            shape = shape_of(event, place);
            shape.last = before;
        }
        shape.expect_next(event.addresses[std::countr_zero(event.mask)]);
    }
    std::deque<Shape>& all() { return shapes_; }

  private:
    std::deque<Shape> shapes_;
};

// Lanes are served in phases of at most 128 bytes: 32 lanes up to 4 bytes each, 16 of 8, 8 of 16.
inline int lanes_per_phase(int bytes) { return bytes <= 4 ? 32 : 128 / bytes; }

} // namespace vgpu::observe
