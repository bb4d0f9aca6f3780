// One memory access as the observers share it: the event, its code place, and its shape, found
// once.
#pragma once

#include "vgpu/exec/events.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace vgpu::observe {

inline constexpr std::uint32_t full_mask = 0xffffffffu;

// How the addresses lie to each other. An instruction's are mostly alike each time, so this is kept
// for its next execution.
struct Shape {
    enum class Half : std::uint8_t { other, contiguous, uniform };

    std::uint64_t pattern = 0;  // AccessEvent::pattern
    bool contiguous = false;    // all 32 lanes; lane l at addresses[0] + l * bytes
    bool uniform = false;       // every lane of the mask at one address
    std::array<Half, 2> half{}; // of a full mask: lanes 0 to 15 and 16 to 31 by themselves
    // traffic.hpp: sectors and conflicts at first addresses with that remainder by 32.
    static constexpr std::uint8_t not_counted = 255;
    std::uint8_t sectors_phase = not_counted, conflicts_phase = not_counted;
    std::uint32_t sectors = 0, conflicts = 0;
    // Of the first lane: the last address, and where it is soon if it goes on like that. Shadow
    // memory is fetched ahead, as the executor does with the memory itself.
    std::uint64_t last = 0, soon = 0;
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

inline Shape shape_of(const exec::AccessEvent& event) {
    Shape shape;
    shape.pattern = event.pattern;
    const std::uint64_t* address = event.addresses;
    if (event.mask == full_mask) {
        const auto bytes = static_cast<std::uint64_t>(event.bytes);
        shape.half = {shape_of_half(address, bytes), shape_of_half(address + 16, bytes)};
        shape.contiguous = shape.half[0] == Shape::Half::contiguous &&
                           shape.half[1] == shape.half[0] && address[16] == address[0] + 16 * bytes;
        shape.uniform = shape.half[0] == Shape::Half::uniform && shape.half[1] == shape.half[0] &&
                        address[16] == address[0];
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
    void clear() { shapes_.clear(); }
    Shape& of(const exec::AccessEvent& event, std::uint32_t place) {
        if (place >= shapes_.size()) shapes_.resize(place + 16);
        Shape& shape = shapes_[place];
        const std::uint64_t first = event.addresses[std::countr_zero(event.mask)];
        const std::uint64_t before = shape.last;
        if (event.pattern == 0 || shape.pattern != event.pattern) shape = shape_of(event);
        constexpr std::uint64_t steps = 4;
        shape.soon = first + steps * (first - before);
        shape.last = first;
        return shape;
    }

  private:
    std::vector<Shape> shapes_;
};

// Lanes are served in phases of at most 128 bytes: 32 lanes up to 4 bytes each, 16 of 8, 8 of 16.
inline int lanes_per_phase(int bytes) { return bytes <= 4 ? 32 : 128 / bytes; }

} // namespace vgpu::observe
